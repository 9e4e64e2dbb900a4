import TestSupport
import TestTraits
import Testing

@Suite(.fewAtATime, .endsIfItHangs)
struct ISBNListTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private func list(_ rows: String) throws -> String { try bookshelf.file("list.csv", rows) }

    @Test func aListOfISBNsIsRead() async throws {
        try await bookshelf.run("import", try list("title,author,isbn\nEmma,Jane Austen,9780141439587\n"))
        let outcome = try await bookshelf.run("import", try list("9780141439587\r\n0141439580\r\n97801414395\r\n"))
        #expect(outcome.status == 65)
        #expect(
            outcome.messages == """
                bookshelf: line 3 (97801414395) is not a valid book: the number has 11 digits
                Added 0 books; 0 updated, 1 merged, 1 skipped, 1 rejected, 0 warnings.

                """)
        let misread = try await bookshelf.run("import", try list("9780141439580\r\n9780141439587\r\n"))
        #expect(misread.messages.contains("line 1 (9780141439580) is not a valid book"))
        #expect(misread.messages.contains("1 skipped, 1 rejected"))
        // As a scanner's file has it.
        let added = try await bookshelf.run("add", "Persuasion", "--author", "Jane Austen", "--isbn", "9780439023481\r")
        #expect(added.status == 0)
    }

    /// With quotes, or with further columns, which are kept; the titles are those that the library or the catalogue knows.
    @Test func aTableOfAScannerIsRead() async throws {
        try await bookshelf.run("import", try list("title,author,isbn\nEmma,Jane Austen,9780141439587\n"))
        let quoted = try await bookshelf.run("import", try list("\"9780141439587\"\n"))
        #expect(quoted.messages == "Added 0 books; 0 updated, 0 merged, 1 skipped, 0 rejected, 0 warnings.\n")
        let table = try list("Barcode,Scanned at,Rating\n9780141439587,2024-05-01,4\n123,2024-05-02,5\n")
        let outcome = try await bookshelf.run("import", table, "--update")
        #expect(outcome.status == 65 && outcome.messages.contains("bookshelf: line 3"))
        #expect(try await bookshelf.run("show", "emma", "--json").output.contains(#""Scanned at":"2024-05-01""#))
    }
}
