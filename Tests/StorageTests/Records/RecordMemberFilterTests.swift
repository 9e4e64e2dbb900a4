import Testing

@testable import Storage

struct RecordMemberFilterTests {
    private func candidates(_ records: [String], member: String, text: String) throws -> [Int] {
        var bytes: [UInt8] = []
        var rows: [RecordBatch.Row] = []
        for (index, record) in records.enumerated() {
            let id = try #require(RecordID("\(index)"))
            rows.append(RecordBatch.Row(id: id, range: bytes.count..<bytes.count + record.utf8.count))
            bytes += record.utf8
        }
        let batch = RecordBatch(bytes: bytes, rows: rows) { _ in RecordLocation("test") }
        let found = RecordMemberFilter(member: member, text: text).candidates(in: batch)
        return found.rows.compactMap { Int("\($0.id)") }
    }

    @Test(arguments: [
        ("warm sea", [0, 3, 4, 5, 6, 7, 8, 9, 10]), ("warm", [1, 5, 6, 7, 8, 9, 10]),
        ("cold", [2, 5, 6, 7, 8, 9, 10]), ("nothing", [5, 6, 7, 8, 9, 10]),
    ])
    func excludesOnlyRecordsWithAnotherText(_ text: String, _ expected: [Int]) throws {
        let records = [
            #"{"name":"Warm SEA","n":1}"#, #"{"name":"warm"}"#, #"{"n":1,"other":"warm sea","name":"cold"}"#,
            #"{"n":1,"name":"warm sea"}"#, #"{"name":"warm séa"}"#,
            // What can't be compared byte by byte might match.
            #"{"name":"\u0077arm sea"}"#, #"{"name": "cold"}"#, #"{"n":1}"#, #"{"name":"é"}"#, "{}", "",
        ]
        #expect(try candidates(records, member: "name", text: text) == expected)
    }

    @Test func aTextWithAQuotationMarkIsFound() throws {
        let records = [#"{"name":"a","b":1}"#, #"{"name":"a\"b"}"#, "{\"name\":\"a“b\"}"]
        #expect(try candidates(records, member: "name", text: "a\"b") == [0, 1, 2])
    }
}
