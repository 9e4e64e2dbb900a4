import Domain
import FileTestSupport
import Foundation
import Storage
import Testing

@testable import Data

/// What is and isn't noticed in records that a faulty program wrote behind a right checksum.
struct VerifiedRecordTests {
    private static let untidy = """
        {"id":"000000000001","title":" Emma  I ","authors":["Jane  Austen","Jane Austen"],"status":"read",\
        "shelves":["Sea ","Sea "],"added":"2024-10-04","notes":"\\n","details":{"pages":"474","Pages":" 480"}}
        """

    /// What makes a record invalid is the same with and without a checksum.
    private static let invalid = [
        (#""title":"Emma""#, #""title":7"#, "“title” is of the wrong type"),
        (#""title":"Emma","#, "", "“title” is missing"),
        (#""Emma""#, #"" \n ""#, "“title” is missing"),
        (#"["x"]"#, "[]", "“authors” is missing"),
        (#"["x"]"#, #"[" "]"#, "“authors” is missing"),
        (#""rating":5"#, #""rating":9"#, "“rating” can't be “9”"),
        (#""rating":5"#, #""rating":"5""#, "“rating” is of the wrong type"),
        (#""pages""#, #""a=b""#, "“details” can't be “a=b”"),
        (#""pages""#, #"" ""#, "“details” can't be “ ”"),
        (#""474""#, "474", "“details” is of the wrong type"),
    ]

    @Test(arguments: StorageEngine.tested, invalid)
    func anInvalidRecordIsReported(
        engine: StorageEngine, sample: (valid: String, invalid: String, reason: String)
    ) async throws {
        let valid = """
            {"id":"000000000001","title":"Emma","authors":["x"],"status":"read","rating":5,"added":"2024-10-04",\
            "details":{"pages":"474"}}
            """
        let location = try await engine.makeLibraryLocation()
        try await location.store().save(
            (.books, "000000000001", valid.replacing(sample.valid, with: sample.invalid)))
        let error = await #expect(throws: LibraryError.self) { try await location.library().snapshot() }
        guard case .store(.damaged(_, _, let reason)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == sample.reason)
    }

    /// A journal has checksums, so its texts are shown as they are; elsewhere they are tidied. Nothing is hidden: names
    /// that are given twice are both there.
    @Test(arguments: StorageEngine.tested)
    func untidyTextsAreTakenAsTheyAreBehindAChecksum(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.store().save((.books, "000000000001", Self.untidy))
        let book = try #require(try await location.library().books.all().first)
        #expect(try await location.library().books.find(book.id) == book)
        #expect(
            try await location.library().page(BookQuery(text: "emma"), folding: .caseAndAccents).rows.first?.entity
                == book)
        if engine == .journal {
            #expect(book.title == " Emma  I ")
            #expect(book.authors == ["Jane  Austen", "Jane Austen"])
            #expect(book.shelves == ["Sea ", "Sea "])
            #expect(book.details.all.map { "\($0.name)=\($0.text)" } == ["pages=474", "Pages= 480"])
            // Saving a changed book tidies it.
            let changed = try Book(id: book.id, draft: book.draft, added: book.added)
            #expect(changed.title == "Emma I" && changed.shelves == ["Sea"] && changed.notes == nil)
        } else {
            #expect(book.title == "Emma I")
            #expect(book.authors == ["Jane Austen"])
            #expect(book.details.all.map { "\($0.name)=\($0.text)" } == ["pages=474", "Pages 2=480"])
        }
    }

    /// A list skips what it doesn't show, but only behind a checksum.
    @Test(arguments: StorageEngine.tested)
    func invalidDetailsAreReportedByWhatReadsThem(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let invalid = Self.untidy.replacing(#"{"pages":"474","Pages":" 480"}"#, with: #"{"pages":[7,"}"]}"#)
        try await location.store().save((.books, "000000000001", invalid))
        await #expect(throws: LibraryError.self) { try await location.library().snapshot() }
        let query = BookQuery { $0.shown = [.title] }
        if engine == .journal {
            let page = try await location.library().page(query, folding: .caseAndAccents)
            #expect(page.rows.map(\.draft.title) == [" Emma  I "])
        } else {
            await #expect(throws: LibraryError.self) {
                try await location.library().page(query, folding: .caseAndAccents)
            }
        }
    }

    /// A version that writes other members, or a person, may have written such a record.
    @Test func anotherFormIsTidiedBehindAChecksumToo() async throws {
        let location = try await StorageEngine.journal.makeLibraryLocation()
        try await location.store().save(
            (.books, "000000000001", Self.untidy.replacing(#","status""#, with: #", "status""#)))
        #expect(try await location.library().books.all().map(\.title) == ["Emma I"])
    }

    /// Repairing gives edited lines a right checksum, so it tidies them before.
    @Test func acceptedEditsAreTidied() async throws {
        let directory = try TemporaryDirectory()
        let location = StorageLocation(application: "bookshelf", name: "library", directory: directory.path)
        let store = StorageEngine.journal.open(location)
        let clean = Self.untidy.replacing(" Emma  I ", with: "Emma")
        try await store.save(
            (.books, "000000000001", clean), (.books, "000000000002", clean.replacing("001", with: "002")))
        let path = directory.path + "/library.jsonl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing(#""title":"Emma""#, with: #""title":"  Emma ""#).write(
            toFile: path, atomically: true, encoding: .utf8)

        let library = StoredLibrary(StorageEngine.journal.open(location), schema: .bookshelf)
        let report = try await library.repair(acceptingEdits: true) { _ throws(LibraryError) in }
        #expect(report?.acceptedLines == [2])
        let repaired = StoredLibrary(StorageEngine.journal.open(location), schema: .bookshelf)
        let books = try await repaired.books.all()
        #expect(books.map(\.title) == ["Emma", "Emma"])
        #expect(books.map(\.shelves) == [["Sea"], ["Sea"]])
        #expect(books.first?.details.all.map { "\($0.name)=\($0.text)" } == ["pages=474", "Pages 2=480"])
    }

    /// An edit that makes a record invalid is kept, and reported by every reader until it is corrected.
    @Test func anInvalidEditIsReported() async throws {
        let directory = try TemporaryDirectory()
        let location = StorageLocation(application: "bookshelf", name: "library", directory: directory.path)
        try await StorageEngine.journal.open(location).save((.books, "000000000001", Self.untidy))
        let path = directory.path + "/library.jsonl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("\"pages\"", with: "\"a=b\"").write(toFile: path, atomically: true, encoding: .utf8)
        let library = StoredLibrary(StorageEngine.journal.open(location), schema: .bookshelf)
        #expect(try await library.repair(acceptingEdits: true) { _ throws(LibraryError) in }?.acceptedLines == [2])
        let error = await #expect(throws: LibraryError.self) { try await library.books.all() }
        #expect("\(String(describing: error))".contains("a=b"))
    }
}
