import Domain
import Testing

@testable import Data

/// A file that another program overwrites in place, as `cp` does with a backup: neither its identity nor, perhaps, its
/// size tells.
struct OverwrittenInPlaceTests {
    private let file: TestFile
    private let library: JSONFileLibrary

    init() throws {
        file = try TemporaryDirectory().file("library.jsonl")
        library = JSONFileLibrary(path: file.path)
    }

    @Test func byOneOfTheSameSizeIsReadAnew() async throws {
        try await library.books.save(try book(1, "Emma"))
        let backup = try file.bytes()
        try file.write(try await otherLibrary(with: [try book(1, "Emil")]))
        #expect(try file.bytes().count == backup.count)
        #expect(try await library.books.all().map(\.title) == ["Emil"])
    }

    @Test func byALargerOneIsReadAnewAndNotCutOff() async throws {
        try await library.books.save(try book(1, "Emma"))
        let other = try await otherLibrary(with: [try book(2, String(repeating: "Long ", count: 100)), try book(3)])
        try file.write(other)
        try await library.books.save(try book(4, "Sanditon"))
        #expect(try await JSONFileLibrary(path: file.path).books.all().map(\.id) == [bookID(2), bookID(3), bookID(4)])
        #expect(try file.bytes().starts(with: other))
    }

    private func otherLibrary(with books: [Book]) async throws -> [UInt8] {
        let other = try TemporaryDirectory().file("library.jsonl")
        try await JSONFileLibrary(path: other.path).books.save(books)
        return try other.bytes()
    }
}
