import Domain
import Storage
import Testing

@testable import Data

/// What a version reads that has added, renamed and required members, as the page "Add an entity" advises.
struct ChangedMembersTests {
    private static let old = #"{"id":"000000000001","title":"North"}"#
    private static let new = #"{"id":"000000000001","name":"North","paths":3,"area":12.5}"#

    private func pond(_ json: String) throws -> Pond {
        try Array(json.utf8).withUnsafeBufferPointer { try PondRecord($0, $0.indices).entity() }
    }

    @Test func olderRecordsAreRead() throws {
        let pond = try pond(Self.old)
        #expect(pond.name == "North")
        #expect(pond.paths == nil)
        #expect(pond.area == 0)
    }

    @Test func anOlderRecordIsWrittenInTheNewForm() throws {
        let json = try pond(Self.old).json(over: Array(Self.old.utf8)[...])
        #expect(String(decoding: json, as: UTF8.self) == #"{"id":"000000000001","name":"North","area":0.0}"#)
    }

    @Test func newRecordsAreReadAndWritten() throws {
        let pond = try pond(Self.new)
        #expect(pond.paths == 3)
        #expect(pond.area == 12.5)
        #expect(String(decoding: pond.json(over: nil), as: UTF8.self) == Self.new)
    }

    @Test func aRecordWithNeitherNameIsRefused() {
        #expect(throws: RecordError(member: "name", reason: .missing)) { try pond(#"{"id":"000000000001"}"#) }
    }
}

private struct Pond: StoredEntity {
    typealias ID = Identifier<Pond>
    typealias LookupKey = Never
    typealias Record = PondRecord

    let id: ID
    let name: String
    let paths: Int?
    let area: Double

    static let kind = RecordKind(singular: "pond", plural: "ponds")
}

private struct PondRecord: EntityRecord {
    var id = Pond.ID(bits: 0)
    var name: String?
    var title: String?
    var paths: Int?
    var area: Double?

    init() {}
    init(_ pond: Pond) { (id, name, paths, area) = (pond.id, pond.name, pond.paths, pond.area) }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.optional("name", &name)
        // Its name until version 2.
        try visitor.optional("title", &title)
        try visitor.optional("paths", &paths)
        try visitor.optional("area", &area)
    }

    func entity() throws(RecordError) -> Pond {
        guard let name = name ?? title else { throw RecordError(member: "name", reason: .missing) }
        return Pond(id: id, name: name, paths: paths, area: area ?? 0)
    }
}
