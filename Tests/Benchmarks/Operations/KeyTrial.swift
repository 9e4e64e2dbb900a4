import Data
import Domain
import Foundation
import TestSupport

/// The full-screen view on a terminal: how long it takes from a key to the last byte of the answer.
struct KeyTrial {
    let bench: Workbench

    static let operation = Operation.keys
    /// The kind of all keys together.
    static let allKeys = "all keys"

    /// A part of the script: keys of one kind, and those that come before each of them without being measured.
    private struct Part {
        let kind: String
        var before = ""
        let keys: [String]
    }

    /// Returns the measurements of each kind of key, in each library.
    func measurements() async throws -> [Measurement] {
        var all: [Measurement] = []
        for books in bench.sizes where books >= 10_000 {
            let folder = try bench.folder("keys/\(books)")
            let library = BookshelfKeeper.Store.file.library(in: folder)
            try await library.fill(with: bench.supply.initial(books))
            all += try await measurements(library, in: folder, books: books, words: [Workbench.searchWord, "garden"])
        }
        let file = bench.options.realBooks
        guard FileManager.default.fileExists(atPath: file) else {
            bench.notes.add("keys in real books are left out: \(file) is missing")
            return all
        }
        let folder = try bench.folder("keys/real")
        let arguments = ["import", file, "--store", "file", "--directory", folder]
        _ = try bench.processes.run(Invocation(program: bench.bookshelf, arguments: arguments))
        let library = BookshelfKeeper.Store.file.library(in: folder)
        return all
            + (try await measurements(
                library, in: folder, books: 10_000, words: ["harry", "night"], prefix: "real books: "))
    }

    private func measurements(
        _ library: any Library, in folder: String, books: Int, words: [String], prefix: String = ""
    ) async throws -> [Measurement] {
        try await lend(some: library)
        let arguments = ["--store", "file", "--directory", folder]
        let session = try TerminalSession(
            Invocation(program: bench.bookshelf, arguments: arguments), in: folder,
            silence: .milliseconds(bench.options.isQuick ? 150 : 300))
        try session.wait(for: "books")
        var measurements: [Measurement] = []
        for part in Self.script(words) {
            var measurement = measurements.first { $0.contender == prefix + part.kind }
            measurements.removeAll { $0.contender == measurement?.contender }
            if measurement == nil {
                measurement = Measurement(operation: Self.operation, contender: prefix + part.kind, books: books)
            }
            for key in part.keys {
                for key in part.before { _ = try session.answer(to: String(key)) }
                let cost = try session.answer(to: key)
                if cost.wall > .zero { measurement?.costs.append(cost) }
            }
            if let measurement, !part.kind.isEmpty { measurements.append(measurement) }
        }
        _ = try session.answer(to: "q")
        try session.end()
        let all = Measurement(
            operation: Self.operation, contender: prefix + Self.allKeys, books: books,
            costs: measurements.flatMap(\.costs))
        return measurements + [all]
    }

    /// As in a library that is used, some books are lent; a few are overdue.
    private func lend(some library: any Library) async throws {
        let context = UseCaseContext(
            library: library, today: { Day(daysSince1970: 20_000) }, randomBits: { .random(in: .min ... .max) },
            folding: .caseAndAccents)
        let lend = LendBook(context, preferences: DefaultPreferences())
        let books = try await library.snapshot().books
        let some = books.enumerated().filter { $0.offset % (books.count / 20) == 0 }.map(\.element.id)
        _ = try await lend(some, to: "Ana")
    }

    /// The keys. What has no kind isn't measured.
    private static func script(_ words: [String]) -> [Part] {
        let (escape, enter, tab, delete) = ("\u{1B}", "\r", "\t", "\u{7F}")
        func twenty(_ keys: String...) -> [String] { Array(repeating: keys, count: 20 / keys.count).flatMap(\.self) }
        /// A search that is typed letter by letter, and deleted again.
        let letters = words.flatMap { word in word.map(String.init) + word.map { _ in delete } }
        func search(_ kind: String, before: String = "") -> [Part] {
            [
                Part(kind: "", keys: ["/"] + before.map(String.init)), Part(kind: kind, keys: letters),
                Part(kind: "", keys: [escape]),
            ]
        }
        let moving = [
            Part(kind: "Down", keys: twenty("\u{1B}[B")), Part(kind: "Page Down", keys: twenty("\u{1B}[6~")),
            Part(kind: "End, Home", keys: twenty("\u{1B}[F", "\u{1B}[H")), Part(kind: "marking", keys: twenty(" ")),
            Part(kind: "", keys: [escape]),
        ]
        let searching =
            search("searching") + search("searching in all fields", before: tab)
            + search("searching with a condition", before: "rating:4..5 ") + [
                Part(kind: "", keys: ["/"]), Part(kind: "to all fields and back", keys: twenty(tab)),
                Part(kind: "", keys: [escape]),
            ]
        // Each of the five other orders, and back to the first.
        let sorting = (0..<3).flatMap { _ in
            [Part(kind: "sorting", before: "sj", keys: Array(repeating: enter, count: 5))]
                + [Part(kind: "sorting", before: "sg", keys: [enter])]
        }
        let filtering = [
            Part(kind: "", keys: ["f"]), Part(kind: "filtering", keys: twenty(" ")), Part(kind: "", keys: [escape]),
        ]
        let pages = [
            Part(kind: "opening details", before: "", keys: [enter]),
            Part(kind: "next details", keys: twenty("J", "K")),
            Part(kind: "", keys: ["q"]),
        ]
        let opening = ["details": enter, "loans": "L", "help": "?", "form": "a"].sorted { $0.key < $1.key }.flatMap {
            name, key in
            (0..<5).flatMap { _ in [Part(kind: "opening \(name)", keys: [key]), Part(kind: "", keys: [escape])] }
        }
        return moving + searching + sorting + filtering + pages + opening
    }
}
