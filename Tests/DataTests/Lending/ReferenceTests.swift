import Domain
import Storage
import TestSupport
import Testing

@testable import Data

/// A feature that somebody adds: its entity refers to a book and to a person.
struct ReferenceTests {
    private let library = StoredLibrary(
        MemoryRecordStore(), schema: LibrarySchema([Book.self, Borrower.self, Loan.self, Parcel.self]))
    private let dune: Book
    private let parcel: Parcel

    init() async throws {
        dune = try Book(id: Book.ID(bits: 1), draft: BookDraft(title: "Dune", authors: ["Frank Herbert"]), added: today)
        let people = [try borrower(1, "Ana Maria"), try borrower(2, "Maria")]
        parcel = Parcel(id: Parcel.ID(bits: 1), book: dune.id, owner: people[0].id)
        try await library.books.save([dune])
        try await library.borrowers.save(people)
        try await library.repository(of: Parcel.self).save(parcel)
    }

    @Test func whatIsReferredToStays() async throws {
        await #expect(throws: LibraryError.isReferredTo("Ana Maria", by: "Parcel 1")) {
            try await RemoveBorrower(context(library))("ana maria")
        }
        await #expect(throws: LibraryError.isReferredTo("Dune", by: "Parcel 1")) {
            try await library.books.delete(dune.id)
        }
        #expect(try await library.borrowers.all().count == 2)
        #expect(try await library.books.all() == [dune])
        try await library.repository(of: Parcel.self).delete(parcel.id)
        _ = try await RemoveBorrower(context(library))("ana maria")
        try await library.books.delete(dune.id)
    }

    @Test func whatDoesNotExistIsNotReferredTo() async throws {
        for (book, owner, error) in [
            (Book.ID(bits: 9), parcel.owner, LibraryError.book(.noSuchBook("\(Book.ID(bits: 9))"))),
            (dune.id, Borrower.ID(bits: 9), .lending(.noSuchBorrower("\(Borrower.ID(bits: 9))"))),
        ] {
            await #expect(throws: error) {
                try await library.repository(of: Parcel.self).save(Parcel(id: parcel.id, book: book, owner: owner))
            }
        }
    }

    @Test func wordsOfANameAreEnoughIfTheyNameOnePerson() async throws {
        func reference(_ name: String) async throws(LibraryError) -> FieldValue {
            try await Borrower.reference(named: name, in: library, folding: folding)
        }
        #expect(try await reference("ana") == parcel.owner.fieldValue)
        // A whole name goes before words.
        #expect(try await reference("MARIA") == Borrower.ID(bits: 2).fieldValue)
        await #expect(throws: LibraryError.lending(.noSuchBorrower("Rosa"))) { try await reference("Rosa") }
        await #expect(throws: LibraryError.lending(.ambiguous("mar", try await library.borrowers.all()))) {
            try await reference("mar")
        }
    }
}

private struct Parcel: FieldedEntity, StoredEntity {
    typealias LookupKey = Never
    typealias Record = ParcelRecord

    static let kind = RecordKind(singular: "parcel", plural: "parcels")
    static let namingFields: [ParcelField] = [.name]
    static let rules: [Rule<Parcel>] = references

    let id: Identifier<Parcel>
    var draft = ParcelDraft()
    var owner: Borrower.ID { draft.owner ?? Borrower.ID(bits: 0) }

    init(id: ID, book: Book.ID, owner: Borrower.ID) {
        self.id = id
        (draft.name, draft.book, draft.owner) = ("Parcel \(id.bits)", book, owner)
    }

    init(id: ID, draft: ParcelDraft) throws(LibraryError) { (self.id, self.draft) = (id, draft) }

    static func missing(_ name: String, isShort: Bool) -> LibraryError { .value(.notOneOf([name])) }
    static func ambiguous(_ name: String, _ found: [Parcel]) -> LibraryError { .value(.notOneOf([name])) }
    static func changedMeanwhile(_ draft: ParcelDraft, _ fields: [ParcelField]) -> LibraryError { .value(.blank) }
}

private enum ParcelField: String, EntityField {
    case name, book, owner

    var isOptional: Bool { false }

    var kind: FieldKind {
        switch self {
        case .name: FieldKind(.line)
        case .book: .reference(to: Book.self)
        case .owner: .reference(to: Borrower.self)
        }
    }
}

private struct ParcelDraft: EntityDraft {
    var name = ""
    var book: Book.ID?
    var owner: Borrower.ID?

    subscript(field: ParcelField) -> FieldValue {
        get {
            switch field {
            case .name: name.fieldValue
            case .book: book.fieldValue
            case .owner: owner.fieldValue
            }
        }
        set {
            switch field {
            case .name: name.set(newValue)
            case .book: book.set(newValue)
            case .owner: owner.set(newValue)
            }
        }
    }
}

private struct ParcelRecord: EntityRecord {
    private var id: Parcel.ID?
    private var draft = ParcelDraft()

    init() {}

    init(_ parcel: Parcel) { (id, draft) = (parcel.id, parcel.draft) }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.required("name", &draft.name)
        try visitor.required("book", &draft.book)
        try visitor.required("owner", &draft.owner)
    }

    func entity() throws(RecordError) -> Parcel {
        do {
            return try Parcel(id: id ?? Parcel.ID(bits: 0), draft: draft)
        } catch {
            throw RecordError(member: "name", reason: .missing)
        }
    }
}
