import Foundation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// Notes in the user's editor, here shell scripts.
@MainActor
@Suite(.fewAtATime, .endsIfItHangs)
struct NotesEditorTests {
    private let folder: CommandLineProgram

    init() throws { folder = try CommandLineProgram() }

    private func edit(_ notes: String, with script: String) async throws(NotesEditor.Failure) -> String {
        let path = folder.directory.path
        let variables = ["EDITOR": "f() { \(script); }; f", "TMPDIR": path]
        return try await NotesEditor(Variables { variables[$0] }).edit(notes, random: 36) { program, arguments in
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            return try? await self.folder.run(process).status
        }
    }

    private var left: String? { try? folder.contents(of: "bookshelf-10.txt") }

    @Test func notesAreEdited() async throws {
        #expect(try await edit("A gift", with: "echo Long. >>\"$1\"") == "A gift\nLong.\n")
        #expect(left == nil)
    }

    @Test func anEditorThatSurvivesControlCIsNotInterrupted() async throws {
        #expect(try await edit("", with: "kill -INT $$; echo Long. >\"$1\"") == "Long.\n")
    }

    @Test func anEditorThatFailsLosesNothing() async throws {
        let unchanged = await #expect(throws: NotesEditor.Failure.self) {
            _ = try await edit("A gift", with: "false")
        }
        #expect(unchanged?.message.hasSuffix("has failed, so the notes are unchanged.") == true)
        #expect(left == nil)
        let missing = await #expect(throws: NotesEditor.Failure.self) {
            _ = try await edit("A gift", with: "no-such-editor")
        }
        #expect(missing?.message.hasSuffix("Set VISUAL or EDITOR.") == true)
        let changed = await #expect(throws: NotesEditor.Failure.self) {
            _ = try await edit("A gift", with: "echo Long. >>\"$1\"; false")
        }
        #expect(changed?.message.hasSuffix("What you wrote is in \(folder.directory.path)/bookshelf-10.txt.") == true)
        #expect(left == "A gift\nLong.\n")
    }

    @Test func notesThatAreNotTextStayInTheirFile() async throws {
        let error = await #expect(throws: NotesEditor.Failure.self) {
            _ = try await edit("", with: #"printf '\377' >"$1""#)
        }
        #expect(error?.message.contains("not UTF-8") == true)
    }
}
