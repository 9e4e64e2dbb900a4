import Domain
import FileTestSupport
import Foundation
import StorageTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// `watch` while other processes change the library.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemWatchTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    @Test func changesByOthersArePrintedUntilAnInterruption() async throws {
        let watch = try program.start(CommandLineProgram.itemsLine(["watch", "--json", "opal"]))
        #expect(await watch.line() == "[]")
        try await program.addItem(1, "Amber")
        let id = try await program.addItem(2, "Opal")
        // Without the changes, there would be nothing to wait for.
        try #require(try await program.itemNames() == ["Amber", "Opal"])
        #expect(await watch.line()?.contains("\"id\":\"\(id)\"") == true)
        try await program.items("remove", id, "--yes")
        try #require(try await program.itemNames() == ["Amber"])
        #expect(await watch.line() == "[]")
        watch.send(SIGINT)
        #expect(await watch.line() == nil)
        #expect(await watch.status() == 0)
    }

    @Test func damageEndsIt() async throws {
        try await program.addItem(1)
        let watch = try program.start(CommandLineProgram.itemsLine(["watch", "--json"]))
        #expect(await watch.line() != nil)
        try program.journal.write("Dear reader,\n")
        #expect(await watch.line() == nil)
        #expect(await watch.status() == 74)
    }
}
