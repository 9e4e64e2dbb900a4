import Domain
import Storage

extension Borrower: StoredEntity {
    typealias Record = BorrowerRecord

    static let kind = RecordKind(singular: "borrower", plural: "borrowers")
    static let noun = (singular: "person", plural: "people")
}

struct BorrowerRecord: EntityRecord {
    var id = Borrower.ID(bits: 0)
    var name = ""

    init() {}

    init(_ borrower: Borrower) {
        id = borrower.id
        name = borrower.name
    }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.required("name", &name)
    }

    func entity() throws(RecordError) -> Borrower {
        try mapError(
            { (_: LendingError) in RecordError(member: "name", reason: .missing) }, Borrower(id: id, name: name))
    }
}
