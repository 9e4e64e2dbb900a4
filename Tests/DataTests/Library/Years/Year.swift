import Domain
import FileTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import Data
@testable import Histories

/// A year of a reader, who uses several programs on one library.
struct Year {
    let seed: UInt64
    /// How often what happened.
    private(set) var tally: [String: Int] = [:]
    private var reader: Reader
    private(set) var today = day("2024-01-01")
    private(set) var state = PlainState()
    private var backup: LibraryBackup
    private var place: Place
    private var sessions: [Session]
    private var diary: [String] = []

    init(seed: UInt64) async throws {
        self.seed = seed
        reader = Reader(seed: seed)
        place = try Place(StorageEngine.onThisMachine[reader.number(3)])
        sessions = [place.session(), place.session()]
        backup = try await sessions[0].library.backup()
    }

    /// One action, and what becomes of it. An error names the seed, and the last actions.
    mutating func goOn() async throws {
        do {
            try await act()
        } catch {
            let actions = diary.suffix(6).joined(separator: "\n")
            throw Disagreement(description: "BOOKSHELF_YEARS=1 BOOKSHELF_SEED=\(seed)\n\(actions)\n\(error)")
        }
    }

    private mutating func act() async throws {
        today = today + reader.number(4)
        let action = reader.nextAction(with: state.library, on: today)
        // Identifiers come in no order, but a list's in that of its rows.
        var chance = SeededGenerator(seed: seed &+ UInt64(diary.count))
        let number = chance.next() << 8
        diary.append("\(diary.count) on \(today), \(place.engine): \(action)")
        let foreseen = Result { () throws(Refusal) in try state.after(action, on: today, number: number) }
        if case .success(let after) = foreseen, action.isOfOlderPrograms, reader.happens(1, in: 15) {
            note("by an older program")
            try await place.change(state.library, to: after.library)
            state.library = after.library
        } else {
            try await carryOut(action, foreseen, number)
        }
        try await check()
        if reader.happens(1, in: 8) {
            (backup, state.kept) = (try await place.session().library.backup(), state.library)
        }
    }

    private mutating func carryOut(_ action: Action, _ foreseen: Result<PlainState, Refusal>, _ number: UInt64)
        async throws
    {
        if case .move(let engine) = action {
            backup = try await sessions[0].library.backup()
            place = try Place(engine)
            sessions = [place.session(), place.session()]
        }
        // The third has just started.
        let index = reader.number(3)
        let session = index < 2 ? sessions[index] : place.session()
        if reader.happens(1, in: 6) { session.death.come(after: 1 + reader.number(9), part: reader.number(8)) }
        var error = await self.error(of: action, in: session.library, number)
        var isKilled = session.death.hasCome()
        if isKilled {
            if index < 2 { sessions[index] = place.session() }
            // An interrupted one can be repeated.
            if case .move = action {
                (error, isKilled) = (await self.error(of: action, in: place.session().library, number), false)
            }
        }
        // A program that has just started reads the whole file; the others, what is new.
        let other = isKilled || reader.happens(1, in: 4) ? place.session() : sessions[reader.number(2)]
        let found = PlainLibrary(try await other.library.snapshot())
        switch foreseen {
        case .failure(let refusal):
            note(isKilled ? "killed" : "refused")
            let isRefused = refusal.words.allSatisfy { error?.contains($0) == true }
            try require(isRefused || isKilled, "refused with \(refusal.words): \(error ?? "done")")
        case .success(let after):
            let isDone = found == after.library
            note(!isKilled ? "done" : isDone ? "killed afterwards" : "killed before")
            try require(error == nil || isKilled, "done: \(error ?? "")")
            try require(isDone || isKilled && error != nil, "done: \(found.effects(to: after.library))")
            if isDone { state = after }
        }
    }

    /// Carries out the action; the text of the error, if there is one.
    private func error(of action: Action, in library: StoredLibrary, _ number: UInt64) async -> String? {
        do {
            switch action {
            case .importing(let books, let updates):
                let expected = state.library.counts(of: books, updates: updates, on: today)
                let counts = try await action.carryOut(in: library, on: today, number: number)
                if counts != expected { return "\(counts) instead of \(expected)" }
            case .importOwnExport: if let problem = try await importingOwnExport(of: library, number) { return problem }
            case .restore, .move: try await library.restore(backup)
            default: _ = try await action.carryOut(in: library, on: today, number: number)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// What programs see, and what `undo` would do.
    private mutating func check() async throws {
        let library = sessions[reader.number(2)].library
        let found = PlainLibrary(try await library.snapshot())
        try require(found == state.library, "as the library is: \(found.effects(to: state.library))")
        if let (id, book) = state.library.books.min(by: { $0.key < $1.key }) {
            let loans = state.library.loans.filter { $0.value.book == id && $0.value.returned == nil }.keys
            try require(try await library.loans.matching(.open(id)).map(\.id) == Array(loans), "found as lent")
            let same = if let isbn = book.isbn { try await library.books.matching(.isbn(isbn)) } else { [Book]() }
            try require(same.map(\.id) == (book.isbn == nil ? [] : [id]), "found by its ISBN")
        }
        let seen: String
        do throws(LibraryError) {
            let last = try await library.lastCommand()
            seen =
                last?.effects.map { "\($0.undo.kind) \($0.undo.id) \($0.undo.effect)" }.sorted().description
                ?? "nothing"
        } catch {
            seen = "\(error)"
        }
        switch (Result { () throws(Refusal) in try state.after(.undo, on: today) }) {
        case .success(let undone):
            let effects = state.library.effects(to: undone.library).sorted()
            try require(seen == effects.description, "taken back: \(effects), not \(seen)")
        case .failure(let refusal):
            try require(refusal.words.allSatisfy(seen.contains), "not taken back: \(refusal.words), not \(seen)")
        }
    }

    private mutating func note(_ what: String) { tally[what, default: 0] += 1 }

    private func require(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw Disagreement(description: "It isn't \(what)") }
    }
}

/// The library isn't what the plain model says.
struct Disagreement: Error, CustomStringConvertible {
    let description: String
}

/// Where the library is.
private struct Place {
    let engine: StorageEngine
    private let location: StorageLocation
    private let memory: any RecordStore

    init(_ engine: StorageEngine) throws {
        self.engine = engine
        location = StorageLocation(
            application: "bookshelf", name: "library", directory: try TemporaryDirectory().path + "/library")
        memory = StorageEngine.memory.open(location)
    }

    func session() -> Session {
        let death = Death()
        var location = location
        location.files = WatchedFiles(base: POSIXFiles(), watcher: death)
        let store = engine == .memory ? memory : engine.open(location)
        return Session(library: StoredLibrary(store, schema: .bookshelf), store: store, death: death)
    }

    /// An older program, which saves nothing for `undo`, makes another library of it.
    func change(_ library: PlainLibrary, to after: PlainLibrary) async throws {
        let changes = [
            try changes(library.books, after.books) { try Book(id: $0, draft: $1, added: someDay) },
            try changes(library.people, after.people) { try Borrower(id: $0, name: $1) },
            try changes(library.loans, after.loans) {
                try Loan(id: $0, book: $1.book, borrower: $1.person, lent: $1.lent, due: $1.due, returned: $1.returned)
            },
        ]
        try await session().store.perform { _ throws(StorageError) in (Array(changes.joined()), ()) }
    }

    private func changes<Entity: StoredEntity, Value: Equatable>(
        _ now: [Entity.ID: Value], _ after: [Entity.ID: Value], _ entity: (Entity.ID, Value) throws -> Entity
    ) throws -> [RecordChange] {
        try Set(now.keys).union(after.keys).filter { now[$0] != after[$0] }.map { id in
            try after[id].map { try entity(id, $0).saving }
                ?? RecordChange(kind: Entity.kind, id: id.recordID, json: nil)
        }
    }
}

/// A running program.
private struct Session {
    let library: StoredLibrary
    let store: any RecordStore
    let death: Death
}

extension Action {
    fileprivate var isOfOlderPrograms: Bool {
        switch self {
        case .importing, .importOwnExport, .undo, .restore, .move: false
        default: true
        }
    }
}
