import Domain
import Storage

/// The types of entities that a library stores, in the order in which a unit of work writes them.
///
/// Each type in the list has a repository, is part of units of work and snapshots, and is repaired and backed up.
public struct LibrarySchema: Sendable {
    let types: [any StoredEntity.Type]

    init(_ types: [any StoredEntity.Type]) {
        self.types = types
    }

    /// A home library.
    public static let bookshelf = LibrarySchema([Book.self, Borrower.self, Loan.self])

    var kinds: [RecordKind] { types.map { $0.kind } }

    /// The index of `type`. Traps if the schema lacks it.
    func index(of type: any LibraryEntity.Type) -> Int {
        guard let index = types.firstIndex(where: { $0 == type }) else {
            preconditionFailure("\(type) is missing from the schema of the library")
        }
        return index
    }
}
