import Domain
import FileTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// Stores, backups and repairs, by what becomes of items.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemKeepingTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    private func listed(_ options: String...) async throws -> String {
        try await program.run(CommandLineProgram.itemsLine(["list", "--json"]) + options).output
    }

    @Test(arguments: [("file", "library.jsonl", "library.json"), ("keyvalue", "library.json", "library.jsonl")])
    func eachStoreHasItsFile(_ store: String, _ file: String, _ other: String) async throws {
        let added = try await program.run(CommandLineProgram.addingItem(1) + ["--store", store, "--directory", "own"])
        #expect(added.status == 0)
        #expect(program.file("own/\(file)").exists)
        #expect(!program.file("own/\(other)").exists)
        #expect(try await listed("--store", store, "--directory", "own").contains("Sample 1"))
        #expect(try await listed() == "[]\n")
    }

    @Test func aBackupIsRestoredIntoAnotherStore() async throws {
        for n in 1...2 { try await program.addItem(n) }
        let backup = try await program.run("backup", "library.backup")
        #expect(backup.status == 0)
        #expect(backup.messages.contains("2 items"))
        let restored = try await program.run("restore", "library.backup", "--store", "keyvalue")
        #expect(restored.status == 0)
        #expect(restored.messages.contains("2 items"))
        let list = try await listed()
        #expect(list.contains("Sample 2"))
        #expect(try await listed("--store", "keyvalue") == list)
    }

    @Test(arguments: ["file", "keyvalue"]) func theLastChangeIsTakenBackAndBroughtBack(_ store: String) async throws {
        let options = ["--store", store]
        #expect(try await program.run(["undo"] + options).status == 1)
        for n in 1...2 { #expect(try await program.run(CommandLineProgram.addingItem(n) + options).status == 0) }
        let names = { try await self.program.itemNames("--store", store) }
        #expect(try await program.run(["undo"] + options).messages.contains("Sample 2"))
        #expect(try await names() == ["Sample 1", "Sample 2"])
        #expect(try await program.run(["undo", "--yes"] + options).status == 0)
        #expect(try await names() == ["Sample 1"])
        #expect(try await program.run(["undo", "--yes"] + options).status == 0)
        #expect(try await names() == ["Sample 1", "Sample 2"])
    }

    private func damage() async throws {
        for n in 1...3 { try await program.addItem(n) }
        try program.journal.write(try program.journal.text().replacing("\"Sample 2\"", with: "\"Opal\""))
    }

    @Test func damageIsReportedAndRepaired() async throws {
        try await damage()
        let damaged = try program.journal.bytes()
        let list = try await program.items("list")
        #expect(list.status == 74)
        #expect(list.messages.contains("line 3 is damaged"))
        #expect(list.messages.contains("\(Bookshelf.name) repair"))
        #expect(try await program.run(CommandLineProgram.addingItem(4)).status == 74)
        #expect(try program.journal.bytes() == damaged)

        let repair = try await program.run("repair")
        #expect(repair.status == 0)
        #expect(repair.output.contains("lost at line 3: "))
        #expect(repair.output.contains("it names \"Opal\""))
        #expect(try program.libraryFile("library.jsonl.damaged-1").bytes() == damaged)
        #expect(try await program.itemNames() == ["Sample 1", "Sample 3"])
        #expect(try await program.run("repair").messages == "Nothing is damaged, and nothing was changed.\n")
    }

    @Test func whatCanBeReadInLostLinesCanBeImported() async throws {
        try await damage()
        #expect(try await program.run("repair", "--json").output.hasPrefix("{\"damaged\":true,"))
        let file = program.libraryFile("library.jsonl.damaged-1.unverified.json")
        #expect(try await program.items("import", file.path).messages.hasPrefix("Added 1 item;"))
        #expect(try await program.itemNames() == ["Opal", "Sample 1", "Sample 3"])
    }
}
