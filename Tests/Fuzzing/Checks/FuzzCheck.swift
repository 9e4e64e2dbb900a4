import Data
import Domain

/// What must hold whatever bytes stand in place of a file: it is read or refused, and nothing that was there is lost.
/// That nothing crashes, hangs or takes too much memory is for whoever runs the check to see.
public enum FuzzCheck: String, CaseIterable, Sendable {
    case journal
    /// With right checksums, so that damage is found only by what reads the lines.
    case vouchedJournal
    case settings
    case keyValueLibrary
    case bookList

    /// What does not hold.
    public struct Violation: Error {
        public let rule: String
    }

    public func run(on bytes: [UInt8]) async throws {
        switch self {
        case .journal: try await checkJournal(bytes)
        case .vouchedJournal: try await checkJournal(withRightChecksums(bytes))
        case .settings: try await checkSettings(bytes)
        case .keyValueLibrary:
            try await checkLibrary(bytes, at: "/library.json") {
                KeyValueLibrary(store: KeyValueFile(path: $0, files: $1))
            }
        case .bookList: try checkBookList(bytes)
        }
    }
}

private typealias Violation = FuzzCheck.Violation

private func checkJournal(_ bytes: [UInt8]) async throws {
    let path = "/library.jsonl"
    let before = try await checkLibrary(bytes, at: path) { JSONFileLibrary(path: $0, files: $1) }
    let files = MemoryFiles(path, bytes)
    let report: RepairReport?
    do throws(LibraryError) {
        report = try await JSONFileLibrary(path: path, files: files).repair()
    } catch {
        guard case .store(.newerVersion) = error else {
            throw Violation(rule: "only a newer version can't be repaired: \(error)")
        }
        guard files.bytes(path) == bytes else { throw Violation(rule: "a repair that fails changes nothing") }
        return
    }
    guard let report else {
        guard before != nil, files.bytes(path) == bytes else {
            throw Violation(rule: "nothing is changed unless damaged")
        }
        return
    }
    let after = try await JSONFileLibrary(path: path, files: files).snapshot()
    guard before == nil else { throw Violation(rule: "only what is damaged is repaired") }
    guard files.bytes(report.setAside) == bytes else { throw Violation(rule: "the damaged file is kept as it was") }
    guard after == report.kept else { throw Violation(rule: "what was kept is there") }
    guard try await JSONFileLibrary(path: path, files: files).repair() == nil else {
        throw Violation(rule: "what was repaired is not damaged")
    }
}

private func checkSettings(_ bytes: [UInt8]) async throws {
    let path = "/settings.json"
    let files = MemoryFiles(path, bytes)
    let store = KeyValueFile(path: path, files: files)
    guard let before = try? store.values() else {
        let isRefused = (try? await store.update(["x": JSONText("1".utf8)], expecting: nil)) == nil
        guard isRefused, files.bytes(path) == bytes else { throw Violation(rule: "what can't be read is not written") }
        return
    }
    _ = try await KeyValuePreferences(store: store).preferences()
    _ = try await store.update(["x": JSONText("1".utf8)], expecting: nil)
    var expected = before
    expected["x"] = JSONText("1".utf8)
    guard try KeyValueFile(path: path, files: files).values() == expected else {
        throw Violation(rule: "all other values are kept")
    }
}

/// Gives what the library holds; nil where it can't be read.
@discardableResult
private func checkLibrary(
    _ bytes: [UInt8], at path: String, _ open: (String, MemoryFiles) -> any Library
) async throws -> LibrarySnapshot? {
    let files = MemoryFiles(path, bytes)
    let library = open(path, files)
    let book = try Book(
        id: Book.ID(bits: .max), draft: BookDraft(title: "Emma", authors: ["Jane Austen"]),
        added: Day(daysSince1970: 20_000))
    guard let before = try? await library.snapshot() else {
        // A record that is no book keeps a journal from being read, but not others from being appended to it.
        let isRefused = (try? await library.books.save(book)) == nil
        let now = files.bytes(path) ?? []
        // The last line may have been one that was never finished.
        let whole = bytes.prefix(bytes.dropLast().lastIndex(of: 0x0A) ?? 0)
        guard isRefused ? now == bytes : library is JSONFileLibrary && now.starts(with: whole) else {
            throw Violation(rule: "what can't be read is not overwritten")
        }
        return nil
    }
    try await library.books.save(book)
    let after = try await open(path, files).snapshot()
    let expected = LibrarySnapshot(
        books: before.books.filter { $0.id != book.id } + [book], borrowers: before.borrowers, loans: before.loans)
    guard after == expected else { throw Violation(rule: "a change changes nothing else") }
    guard try await library.snapshot() == after else { throw Violation(rule: "memory and disk agree") }
    return before
}

private func checkBookList(_ bytes: [UInt8]) throws {
    let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
    for format in [nil] + ImportFormat.allCases {
        let list: BookList
        do throws(ImportError) {
            list = try BookListReader(format: format).read(bytes, from: "fuzz")
        } catch {
            guard case .malformed("fuzz", let line, _) = error, (1...lines).contains(line ?? 1) else {
                throw Violation(rule: "what is malformed is on a line of the file")
            }
            continue
        }
        let found = list.rows.map(\.line)
        guard found == found.sorted(), found.allSatisfy((1...lines).contains) else {
            throw Violation(rule: "rows are on lines of the file")
        }
        _ = list.rejects(lines: Set(found))
    }
}

/// Each line that begins like one of a journal, with the checksum it should have.
private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    let opening = Array(#"{"crc32c":""#.utf8)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> [UInt8] in
        guard line.starts(with: opening), line.count > 21 else { return Array(line) }
        let covered = line.dropFirst(21)
        var checksum = UInt32.max
        for byte in covered {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0x82F6_3B78 : checksum >> 1 }
        }
        let digits = String(~checksum, radix: 16)
        let text = String(repeating: "0", count: 8 - digits.count) + digits
        return opening + Array(text.utf8) + line[(line.startIndex + 19)...]
    }
    return Array(lines.joined(separator: [0x0A]))
}
