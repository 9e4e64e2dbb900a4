import FileTestSupport

@testable import Storage

/// An operation of a program that succeeds or fails as a whole.
struct Step: Sendable, CustomStringConvertible {
    let description: String
    let run: @Sendable (Program) async throws(StorageError) -> Void

    init(_ description: String, _ run: @escaping @Sendable (Program) async throws(StorageError) -> Void) {
        self.description = description
        self.run = run
    }

    static func add(_ number: Int, _ text: String = "a note") -> Step {
        Step("add \(number)") { program throws(StorageError) in
            try await program.notes.save(.note("n\(number)", text))
        }
    }

    /// Adds a note of eight kilobytes. Eight of them make the journal long enough to be compacted.
    static func addLong(_ number: Int, _ word: String) -> Step {
        add(number, String(repeating: "\(word) ", count: 8192 / (word.utf8.count + 1)))
    }

    static func remove(_ number: Int) -> Step {
        Step("remove \(number)") { program throws(StorageError) in
            try await program.notes.perform { reader throws(StorageError) in
                (try await reader.find("n\(number)").map(\.deleting), ())
            }
        }
    }

    /// A unit of work with three kinds.
    static func link(_ number: Int) -> Step {
        Step("link \(number)") { program throws(StorageError) in try await link(number, in: program.notes) }
    }

    static func linkInKeyValueStore(_ number: Int) -> Step {
        Step("link \(number) in the key-value store") { program throws(StorageError) in
            try await link(number, in: program.keyValueNotes)
        }
    }

    static func choose(_ value: String?) -> Step {
        Step("choose \(value ?? "nothing")") { program throws(StorageError) in
            let text = value.map { JSONText("\"\($0)\"".utf8) }
            _ = try await program.settings.update(["color": text], expecting: nil)
        }
    }

    static let repair = Step("repair") { program throws(StorageError) in
        guard let notes = program.notes as? any RepairableRecordStore else {
            throw .notAStore(location: program.directory, reason: "it can't be repaired")
        }
        _ = try await notes.repair(acceptingEdits: false) { _ in }
    }

    /// Repairs with a program that hasn't read the file before: one that has might not notice the damage.
    static let repairByAnother = Step("repair by another program") { program throws(StorageError) in
        try await repair.run(Program(files: program.files, directory: program.directory))
    }

    private static func link(_ number: Int, in store: any RecordStore) async throws(StorageError) {
        let link = Sample.link("l\(number)", to: "n\(number)")
        let others = [Sample.note("n\(number)", "linked"), .tag("t", "of \(number)")].map { $0.saving() }
        try await store.perform { reader throws(StorageError) in
            // Each link keeps its target.
            let isThere = try await !reader.find(link.id, of: .link).isEmpty
            return (others + [link.saving(replacing: isThere ? link : nil)], ())
        }
    }
}
