import Domain
import FileTestSupport
import Storage
import TestTraits
import Testing

@testable import Data

/// What was done since decides whether a command can be undone: if not, nothing is.
@Suite("Refused undo", .fewAtATime, .endsIfItHangs)
struct UndoRefusalTests {
    /// A command, what an older program does afterwards, which saves nothing for `undo`, and why it is refused then.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var setup: [any StoredEntity] = []
        let command: @Sendable (UnitOfWork) async throws(LibraryError) -> Void
        let since: @Sendable (LibraryLocation) async throws -> Void
        let refusal: UndoError

        var testDescription: String { name }
    }

    static let emma = name("book", 1, "Emma")

    static func name(_ noun: String, _ number: Int, _ text: String) -> EntityName {
        EntityName(noun: noun, plural: noun == "person" ? "people" : noun + "s", id: "\(bookID(number))", text: text)
    }

    static func cases() throws -> [Case] { try ofBooks() + ofLending() }

    private static func ofBooks() throws -> [Case] {
        let isbn = try ISBN("9780141439587")
        let (emma, emmaWithISBN) = (try book(1), try book(1) { $0.isbn = isbn })
        let sanditon = try book(2, "Sanditon") { $0.isbn = isbn }
        return [
            Case(
                name: "it was changed", setup: [emma],
                command: { unit throws(LibraryError) in try await unit.books.save(book(1, "Sanditon")) },
                since: { try await $0.save(book(1, "Persuasion")) },
                refusal: .changedSince(name("book", 1, "Persuasion"))),
            Case(
                name: "it was deleted", setup: [emma],
                command: { unit throws(LibraryError) in try await unit.books.save(book(1, "Sanditon")) },
                since: { try await $0.delete(.books, 1) }, refusal: .changedSince(Self.emma)),
            Case(
                name: "what was added was changed",
                command: { unit throws(LibraryError) in try await unit.books.save(book(1)) },
                since: { try await $0.save(book(1, "Persuasion")) },
                refusal: .changedSince(name("book", 1, "Persuasion"))),
            Case(
                name: "what was added was deleted",
                command: { unit throws(LibraryError) in try await unit.books.save(book(1)) },
                since: { try await $0.delete(.books, 1) }, refusal: .changedSince(name("book", 1, ""))),
            Case(
                name: "what was removed is there again", setup: [emma],
                command: { unit throws(LibraryError) in try await unit.books.delete(bookID(1)) },
                since: { try await $0.save(emma) }, refusal: .changedSince(Self.emma)),
            Case(
                name: "another book has the ISBN", setup: [emmaWithISBN],
                command: { unit throws(LibraryError) in try await unit.books.delete(bookID(1)) },
                since: { try await $0.save(sanditon) },
                refusal: .refused(.book(.sameISBN(isbn, sanditon)))),
            Case(
                name: "another book has the earlier ISBN", setup: [emmaWithISBN],
                command: { unit throws(LibraryError) in try await unit.books.save(emma) },
                since: { try await $0.save(sanditon) },
                refusal: .refused(.book(.sameISBN(isbn, sanditon)))),
        ]
    }

    @Test(arguments: StorageEngine.tested, try cases())
    func nothingIsUndone(engine: StorageEngine, test: Case) async throws {
        // With one unit and with several, before and after what was done since was seen.
        for hasSeveralUnits in [false, true] {
            let location = try await engine.makeLibraryLocation()
            try await location.save(test.setup)
            try await location.stored().recording("edit", hasSeveralUnits: hasSeveralUnits).perform(test.command)
            let shown = try #require(try await location.stored().lastCommand())
            try await test.since(location)
            try await location.expectRefusal(test.refusal, of: shown, whenShown: test.refusal)
        }
    }

    /// What a unit before the last would break is found before anything is undone.
    @Test(arguments: StorageEngine.tested)
    func everyUnitIsCheckedBeforeTheFirstIsUndone(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        try await location.changeInThreeUnits()
        let shown = try #require(try await location.stored().lastCommand())
        try await location.save(book(2, "Catharine"))
        let refusal = UndoError.changedSince(Self.name("book", 2, "Catharine"))
        try await location.expectRefusal(refusal, of: shown, whenShown: refusal)
    }

    @Test(arguments: StorageEngine.tested)
    func anotherCommandCameBetween(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.command("add").books.save(book(1))
        let shown = try #require(try await location.stored().lastCommand())
        try await location.command("add").books.save(book(2))
        try await location.expectRefusal(.superseded, of: shown)
        // The same command, which was undone meanwhile.
        let again = try #require(try await location.stored().lastCommand())
        try await location.undo()
        try await location.expectRefusal(.superseded, of: again)
        #expect(try await location.library().books.all() == [book(1)])
    }

    /// The command comes after all was checked, while units are undone.
    @Test(arguments: StorageEngine.tested)
    func anotherCommandComesDuringTheUndo(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        try await location.changeInThreeUnits()
        let shown = try #require(try await location.stored().lastCommand())
        await #expect(throws: LibraryError.undo(.superseded)) {
            try await location.stored().undo(shown) { left in
                guard left == 2 else { return }
                await #expect(throws: Never.self) { try await location.command("add").books.save(book(8)) }
            }
        }
        #expect(try await location.stored().lastCommand()?.command.name == "add")
        #expect(try await location.library().books.find(bookID(8)) != nil)
    }

    /// A record of a newer version's command.
    @Test(arguments: StorageEngine.tested)
    func aTypeOfANewerVersionIsNamed(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.command("add").books.save(book(1))
        let shown = try #require(try await location.stored().lastCommand())
        try await location.store().save(
            (.undo, "last", #"{"id":"last","command":"shelve","was":{"series":[["s1",null,{"id":"s1"}]]}}"#))
        try await location.expectRefusal(.unknownType("series"), of: shown, whenShown: .unknownType("series"))
    }

    /// What was undone while the command was still running is never taken for a part of it that is in effect.
    @Test(arguments: StorageEngine.tested)
    func aCommandThatWentOnAfterAnUndoIsNotUndone(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let running = location.stored().recording("import", hasSeveralUnits: true)
        for number in 1...2 { try await running.books.save(book(number)) }
        try await location.undo()
        #expect(try await location.library().books.all().isEmpty)
        try await running.books.save(book(3))
        #expect(try await location.stored().lastCommand() == nil)
        #expect(try await location.library().books.all() == [book(3)])
    }

    /// As somebody may have edited it.
    @Test(arguments: [
        #""units":"a b","count":1,"inEffect":1"#, #""units":"ab","count":-1,"inEffect":-1"#,
        #""units":"ab","count":1,"inEffect":2"#, #""was":7"#, #""time":"now""#,
    ])
    func aWrongRecordIsDamage(members: String) async throws {
        let location = try await StorageEngine.keyValue.makeLibraryLocation()
        try await location.command("add").books.save(book(1))
        try await location.store().save((.undo, "last", #"{"id":"last","command":"add",\#(members)}"#))
        await #expect {
            _ = try await location.stored().lastCommand()
        } throws: { error in
            guard case .store(.damaged) = error as? LibraryError else { return false }
            return true
        }
        try await location.command("add").books.save(book(2))
        #expect(try await location.stored().lastCommand()?.effects.count == 1)
    }

    @Test(arguments: StorageEngine.tested)
    func ofACommandThatLacksAUnitThereIsNothingToUndo(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        try await location.changeInThreeUnits()
        let shown = try #require(try await location.stored().lastCommand())
        let saved = try await location.store().news(of: [.undo], since: nil).changes[.undo]?.saved
        let unit = try #require(saved?.rows.first { "\($0.id)" != "last" })
        try await location.change(RecordChange(kind: .undo, id: unit.id, json: nil))
        try await location.expectRefusal(.superseded, of: shown)
        #expect(try await location.stored().lastCommand() == nil)
    }
}

extension LibraryLocation {
    /// Expects that the command, as it was shown, isn't undone, and nothing is changed. `whenShown` is why it can't be
    /// shown again.
    fileprivate func expectRefusal(
        _ refusal: UndoError, of shown: LastCommand, whenShown: UndoError? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let records = try await contents(withUndo: true)
        await #expect(throws: LibraryError.undo(refusal), sourceLocation: sourceLocation) {
            try await stored().undo(shown) { _ in }
        }
        if let whenShown {
            await #expect(throws: LibraryError.undo(whenShown), sourceLocation: sourceLocation) {
                try await stored().lastCommand()
            }
        }
        #expect(try await contents(withUndo: true) == records, sourceLocation: sourceLocation)
    }
}
