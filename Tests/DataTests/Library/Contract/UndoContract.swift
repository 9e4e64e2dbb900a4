import Domain
import FileTestSupport
import Storage
import Testing

@testable import Data

extension LibraryContractTests {
    /// Another instance sees the command, takes it back, and brings it back.
    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkIsTakenBackAndBroughtBackByteForByte(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        let before = try await location.contents()
        try await location.command("edit").perform { unit throws(LibraryError) in
            try await unit.books.save([book(1, "Sanditon"), book(5, "Persuasion")])
            try await unit.books.delete(bookID(3))
        }
        let after = try await location.contents()
        #expect(after != before)

        let last = try #require(try await location.stored().lastCommand())
        #expect(last.command.name == "edit" && last.command.time == 1_795_624_465 && last.command.units == 1)
        #expect(!last.command.isTakenBack && !last.command.isInterrupted && last.command.repair == nil)
        #expect(
            last.lines == [
                #"changed book 000000000001 Emma: title "Sanditon" -> "Emma""#,
                "restored book 000000000003 Lady Susan", "removed book 000000000005 Persuasion",
            ])
        try await location.stored().undo(last) { #expect($0 == 0) }
        #expect(try await location.contents() == before)

        let undone = try #require(try await location.stored().lastCommand())
        #expect(undone.command.isTakenBack && !undone.command.isInterrupted)
        #expect(undone.command.name == "edit" && undone.command.time == last.command.time)
        #expect(undone.lines[0] == #"changed book 000000000001 Sanditon: title "Emma" -> "Sanditon""#)
        try await location.stored().undo(undone) { _ in }
        #expect(try await location.contents() == after)

        // And so on.
        try await location.undo()
        #expect(try await location.contents() == before)
    }

    /// A record is found again by its lookup keys, which only some stores keep beside it.
    @Test(arguments: StorageEngine.tested)
    func whatIsBroughtBackIsFoundByItsKeys(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let isbn = try ISBN("9780141439587")
        try await location.command("add").perform { unit throws(LibraryError) in
            try await unit.books.save(book(1) { $0.isbn = isbn })
        }
        try await location.undo()
        #expect(try await location.library().books.matching(.isbn(isbn)).isEmpty)
        try await location.undo()
        #expect(try await location.library().books.matching(.isbn(isbn)).map(\.id) == [bookID(1)])
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitWithoutChangesIsNoCommand(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        _ = try await location.command("list").perform { unit throws(LibraryError) in try await unit.books.all() }
        #expect(try await location.stored().lastCommand() == nil)
        try await location.command("add").books.save(book(1))
        let other = location.command("other")
        _ = try await other.perform { unit throws(LibraryError) in try await unit.books.all() }
        try await other.books.delete(bookID(2))
        await #expect(throws: LibraryError.book(.noTitle)) {
            try await other.perform { unit throws(LibraryError) in
                try await unit.books.save(book(2))
                throw LibraryError.book(.noTitle)
            }
        }
        #expect(try await location.stored().lastCommand()?.command.name == "add")
        // Saving a book unchanged is no change.
        try await other.books.save(book(1))
        #expect(try await location.stored().lastCommand()?.command.name == "add")
    }

    @Test(arguments: StorageEngine.tested)
    func severalUnitsAreTakenBackTogether(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        let before = try await location.contents()
        try await location.changeInThreeUnits()
        let after = try await location.contents()

        let last = try #require(try await location.stored().lastCommand())
        #expect(last.command.name == "import" && last.command.units == 3 && !last.command.isInterrupted)
        #expect(
            last.lines == [
                #"changed book 000000000001 Emma: title "Emma III" -> "Emma""#,
                #"changed book 000000000002 Sense: title "Sense I" -> "Sense""#,
                "removed book 000000000006 Sanditon",
            ], "the book that came and went isn't there")
        var progress: [Int] = []
        try await location.stored().undo(last) { progress.append($0) }
        #expect(progress == [2, 1, 0])
        #expect(try await location.contents() == before)
        try await location.undo()
        #expect(try await location.contents() == after)
    }

    /// In both directions, whichever unit it is.
    @Test(arguments: StorageEngine.tested)
    func anUndoThatFailsInTheMiddleCarriesOn(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        var states = [try await location.contents()]
        try await location.changeInThreeUnits()
        states.append(try await location.contents())
        for kept in [0, 1, 2] {
            for end in [0, 1] {
                try await location.undo(keepingOnly: kept)
                let last = try #require(try await location.stored().lastCommand()).command
                #expect(last.isInterrupted == (kept > 0) && last.units == 3 - kept)
                #expect(last.name == "import" && last.isTakenBack == (end == 1))
                try await location.undo()
                #expect(try await location.contents() == states[end], "\(kept)")
                #expect(try await location.stored().lastCommand()?.command.isTakenBack == (end == 0))
            }
        }
    }

    /// It may end, or throw: then undoing again carries on.
    @Test(arguments: StorageEngine.tested)
    func aCancelledUndoCarriesOn(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        let before = try await location.contents()
        try await location.changeInThreeUnits()
        let last = try #require(try await location.stored().lastCommand())
        let undoing = Task {
            try await location.stored().undo(last) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        if case .failure = await undoing.result {
            let rest = try #require(try await location.stored().lastCommand()).command
            #expect(rest.isInterrupted && rest.units == 2)
            try await location.undo()
        }
        #expect(try await location.contents() == before)
    }

    @Test(arguments: StorageEngine.tested)
    func theNextCommandOfSeveralUnitsReplacesTheRecordsOfTheLast(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fill()
        try await location.changeInThreeUnits()
        #expect(try await location.undoRecords() == 4)
        try await location.command("add").books.save(book(7))
        #expect(try await location.undoRecords() == 4, "deleting takes time, which an import has")
        let library = location.stored().recording("import", hasSeveralUnits: true)
        for number in 8...9 { try await library.books.save(book(number)) }
        #expect(try await location.undoRecords() == 3)
        try await location.undo()
        #expect(try await location.library().books.all().map(\.id) == [1, 2, 3, 4, 6, 7].map(bookID))
    }

    /// Of two programs, the last command counts, whichever takes it back.
    @Test(arguments: StorageEngine.tested)
    func twoLibrariesOnOneStoreShareTheLastCommand(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let (one, two) = (location.stored(), location.stored())
        try await location.command("one").books.save(book(1))
        try await location.command("two").books.save(book(2))
        let last = try #require(try await one.lastCommand())
        #expect(last.command.name == "two")
        try await one.undo(last) { _ in }
        #expect(try await two.books.all() == [book(1)])
        let undone = try #require(try await two.lastCommand())
        #expect(undone.command.isTakenBack)
        try await two.undo(undone) { _ in }
        #expect(try await one.books.all() == [book(1), book(2)])
    }

    /// Neither in counts, nor in backups, nor in what must not be there when a backup is restored.
    @Test(arguments: StorageEngine.tested)
    func whatUndoKeepsIsNoPartOfTheLibrary(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let without = try await engine.makeLibraryLocation()
        try await location.command("add").books.save([book(1), book(2)])
        try await location.command("edit").books.save(book(1, "Sanditon"))
        try await without.save(book(1, "Sanditon"), book(2))
        let backup = try await location.stored().backup()
        let bytes = backup.journal(format: "test")
        #expect(bytes == (try await without.stored().backup().journal(format: "test")))
        #expect(backup.unknownKinds.isEmpty)
        #expect(try await location.library().snapshot() == without.library().snapshot())

        let copy = try await engine.makeLibraryLocation()
        try await copy.command("add").books.save(book(9))
        try await copy.undo()
        #expect(try await copy.undoRecords() == 1)
        try await copy.stored().restore(backup)
        #expect(try await copy.stored().backup().journal(format: "test") == bytes)
        #expect(try await copy.stored().lastCommand()?.command.name == "restore")
        try await copy.undo()
        #expect(try await copy.library().snapshot() == LibrarySnapshot())
        try await copy.undo()
        #expect(try await copy.stored().backup().journal(format: "test") == bytes)
    }

    /// The largest that fits into a unit of work of every store by itself.
    @Test(arguments: StorageEngine.tested)
    func aLongImportIsTakenBack(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.stored().recording("import", hasSeveralUnits: true)
        let size = min(library.batchSize, 500)
        for unit in 0..<3 {
            try await library.books.save(try (1...size).map { try book(unit * size + $0, "Emma \($0)") })
        }
        let after = try await location.contents()
        let last = try #require(try await location.stored().lastCommand())
        #expect(last.command.units == 3 && last.effects.count == 3 * size)
        try await location.undo()
        #expect(try await location.library().snapshot() == LibrarySnapshot())
        try await location.undo()
        #expect(try await location.contents() == after)
    }
}
