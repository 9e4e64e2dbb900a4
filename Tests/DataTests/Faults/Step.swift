import Domain

@testable import Data

/// Something a program does that is acknowledged or fails as a whole.
struct Step: Sendable, CustomStringConvertible {
    let description: String
    let run: @Sendable (Program) async throws(LibraryError) -> Void

    init(_ description: String, _ run: @escaping @Sendable (Program) async throws(LibraryError) -> Void) {
        self.description = description
        self.run = run
    }

    static func add(_ number: Int, _ title: String = "Emma") -> Step {
        Step("add \(number)") { program throws(LibraryError) in
            try await program.library.books.save(try sample(number, title))
        }
    }

    static func remove(_ number: Int) -> Step {
        Step("remove \(number)") { program throws(LibraryError) in
            try await program.library.books.delete(bookID(number))
        }
    }

    /// A unit of work over all three repositories.
    static func lend(_ number: Int) -> Step {
        Step("lend \(number)") { program throws(LibraryError) in
            try await lend(number, in: program.library)
        }
    }

    static func lendInKeyValueLibrary(_ number: Int) -> Step {
        Step("lend \(number) in the key-value library") { program throws(LibraryError) in
            try await lend(number, in: program.keyValueLibrary)
        }
    }

    static func choose(_ value: String?) -> Step {
        Step("choose \(value ?? "nothing")") { program throws(LibraryError) in
            do throws(StoreError) {
                _ = try await program.settings.update(["color": value.map { JSONText("\"\($0)\"".utf8) }])
            } catch {
                throw .store(error)
            }
        }
    }

    static let repair = Step("repair") { program throws(LibraryError) in
        _ = try await program.library.repair()
    }

    /// By a program that has not read the file before it was damaged: damage leaves no trace that others look for.
    static let repairByAnother = Step("repair by another program") { program throws(LibraryError) in
        try await repair.run(Program(files: program.files, directory: program.directory))
    }

    private static func lend(_ number: Int, in library: some Library) async throws(LibraryError) {
        let book = try sample(number, "Lent").changed { $0.shelves = ["out"] }
        try await library.perform { work throws(LibraryError) in
            try await work.books.save(book)
            try await work.borrowers.save(Samples.ana)
            try await work.loans.save(loan(number, of: number))
        }
    }

    private static func sample(_ number: Int, _ title: String) throws(LibraryError) -> Book {
        do {
            return try book(number, title)
        } catch {
            throw .store(.failed(operation: "make a sample", place: "the test", reason: "\(error)"))
        }
    }
}

extension KeyValueFile {
    fileprivate func update(_ changes: [String: JSONText?]) async throws(StoreError) -> Bool {
        try await update(changes, expecting: nil)
    }
}
