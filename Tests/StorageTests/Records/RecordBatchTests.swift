import Testing

@testable import Storage

struct RecordBatchTests {
    private let batch = RecordBatch(
        [(key: recordID("b"), value: Array("two".utf8)), (key: recordID("B"), value: Array("one".utf8))]
    ) { RecordLocation("“\($0)”") }

    @Test func sortsItsRecords() {
        #expect(batch.rows.map { "\($0.id)" } == ["B", "b"])
        #expect(batch.rows.map { String(decoding: batch.bytes[$0.range], as: UTF8.self) } == ["one", "two"])
        #expect(batch.rows.map { batch.location(of: $0).name } == ["“B”", "“b”"])
    }

    @Test func aPartKeepsItsBytesAndLocations() throws {
        let part = batch.with(batch.rows.filter { $0.id == recordID("b") })
        #expect(part.bytes == batch.bytes)
        let row = try #require(part.rows.first)
        #expect(part.rows.count == 1)
        #expect(String(decoding: part.bytes[row.range], as: UTF8.self) == "two")
        #expect(part.location(of: row).name == "“b”")
        #expect(batch.with([]).rows.isEmpty)
        #expect(batch.with(batch.rows).rows.map(\.id) == batch.rows.map(\.id))
    }
}
