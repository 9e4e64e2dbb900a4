import Data
import Domain
import FileTestSupport
import Foundation
import FuzzChecks
import StorageTestSupport
import TestSupport
import Testing

/// Damaged files are read or refused, and nothing that was there is lost. The same checks run for hours in
/// `Tests/Fuzzing/run.sh`.
///
/// `BOOKSHELF_SEED` replays a run; `BOOKSHELF_ROUNDS` makes it longer.
struct FuzzTests {
    private static let rounds = number("BOOKSHELF_ROUNDS") ?? 300

    @Test(arguments: FuzzCheck.allCases)
    func damagedFilesAreReadOrRefused(_ check: FuzzCheck) async throws {
        let seed = Self.seed(for: check.rawValue)
        var random = SeededGenerator(seed: seed)
        let samples = try await FuzzSamples.files(for: check)
        for sample in samples { try await check.run(on: sample) }
        for round in 0..<Self.rounds {
            let bytes = damaged(try #require(samples.randomElement(using: &random)), using: &random)
            do {
                try await check.run(on: bytes)
            } catch {
                let text = String(decoding: bytes, as: UTF8.self)
                Issue.record("\(check), BOOKSHELF_SEED=\(seed), round \(round): \(error)\n\(text)")
                return
            }
        }
    }

    /// What the intact lines say, worked out apart from the program: from what each line of the sample is known to do.
    @Test func repairBringsBackEveryIntactLine() async throws {
        let seed = Self.seed(for: "repair")
        var random = SeededGenerator(seed: seed)
        let known = try KnownLine.all()
        for round in 0..<Self.rounds {
            let bytes = damaged(Array(JournalFixture.text.utf8), using: &random)
            let files = MemoryFiles("/library.jsonl", bytes)
            let library = JSONFileLibrary(path: "/library.jsonl", files: files)
            // Nil where nothing is damaged; refused where it seems to be of a newer version.
            guard let report = try? await library.repair() else { continue }
            let expected = KnownLine.snapshot(of: bytes.lines.compactMap { known[$0] })
            guard report.kept == expected else {
                let text = String(decoding: bytes, as: UTF8.self)
                Issue.record("BOOKSHELF_SEED=\(seed), round \(round): \(report.kept) is not \(expected)\n\(text)")
                return
            }
        }
    }

    private static func seed(for name: String) -> UInt64 {
        let seed = number("BOOKSHELF_SEED").map { UInt64($0) } ?? UInt64.random(in: 0...UInt64(Int.max))
        print("fuzzing \(name): BOOKSHELF_SEED=\(seed)")
        return seed
    }

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }
}

/// A line of `JournalFixture`, by what it changes.
private struct KnownLine {
    let sequence: Int
    var books: [Book] = []
    var borrowers: [Borrower] = []
    var loans: [Loan] = []

    static func all() throws -> [[UInt8]: KnownLine] {
        let units = [
            KnownLine(sequence: 7, books: [try book(1, "Emma"), try book(2, "Persuasion")]),
            KnownLine(sequence: 8, books: [try book(3, "Sanditon")], borrowers: [try borrower(1, "Ana")]),
            KnownLine(sequence: 9, loans: [loan(1, of: 2)]),
            KnownLine(sequence: 10, books: [try book(3, "Lady Susan")]),
        ]
        return Dictionary(uniqueKeysWithValues: zip(JournalFixture.lines.dropFirst(), units))
    }

    /// What these lines make of an empty library. A loan needs its book and its borrower.
    static func snapshot(of lines: [KnownLine]) -> LibrarySnapshot {
        let lines = lines.sorted { $0.sequence < $1.sequence }
        let books = Dictionary(lines.flatMap(\.books).map { ($0.id, $0) }) { $1 }
        let borrowers = Dictionary(lines.flatMap(\.borrowers).map { ($0.id, $0) }) { $1 }
        let loans = Dictionary(lines.flatMap(\.loans).map { ($0.id, $0) }) { $1 }
        return LibrarySnapshot(
            books: books.values.sorted { $0.id < $1.id }, borrowers: borrowers.values.sorted { $0.id < $1.id },
            loans: loans.values.filter { books[$0.book] != nil && borrowers[$0.borrower] != nil })
    }
}

/// The bytes with some of them changed, left out, repeated or put in.
private func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes.removeSubrange(start...)
        case 3 where start < end: bytes[start] = UInt8.random(in: 0...255, using: &random)
        case 4: moveLine(of: &bytes, using: &random)
        default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: start)
        }
    }
    return bytes
}

/// Puts one line in another place, or there as well.
private func moveLine(of bytes: inout [UInt8], using random: inout SeededGenerator) {
    var lines = bytes.lines
    guard let from = lines.indices.randomElement(using: &random) else { return }
    let line = Bool.random(using: &random) ? lines[from] : lines.remove(at: from)
    lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
    bytes = Array(lines.joined())
}

private let pieces =
    [
        "\"", "\"\"", "\\", "\\u", "\\ud800", ",", ";", "\t", "\n", "\r", "\r\n", "[", "]", "{", "}", ":", "null",
        "-", "=\"", "\u{FEFF}", "é", "9", "e+", "\u{0}", " ",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
