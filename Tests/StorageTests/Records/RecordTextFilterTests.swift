import Testing

@testable import Storage

struct RecordTextFilterTests {
    private let batch: RecordBatch = {
        let records = [
            #"{"name":"Warm SEA"}"#, #"{"name":"warm séa"}"#, #"{"name":"cold sea"}"#,
            // An escape may be of any letter.
            #"{"name":"\u0077et"}"#, "{}",
        ]
        return RecordBatch(records.enumerated().map { (key: recordID("\($0)"), value: Array($1.utf8)) }) {
            RecordLocation("“\($0)”")
        }
    }()

    @Test(arguments: [
        (["warm", "sea"], ["0", "1", "3"]), (["sea"], ["0", "1", "2", "3"]), (["cold"], ["2", "3"]), (["wind"], ["3"]),
        (["armsea"], ["3"]), ([], ["0", "1", "2", "3", "4"]),
    ])
    func findsTheRecordsThatHaveAllWords(_ words: [String], _ expected: [String]) {
        let filter = RecordTextFilter(words: words) { $0.lowercased().replacing("é", with: "e") }
        #expect(filter.candidates(in: batch).rows.map { "\($0.id)" } == expected)
        #expect(filter.candidates(in: batch.with([])).rows.isEmpty)
    }
}
