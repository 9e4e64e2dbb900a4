import FileTestSupport
import Foundation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// Text in the user's editor, here shell scripts.
@MainActor
@Suite(.fewAtATime, .endsIfItHangs)
struct ExternalEditorTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func edit(_ text: String, with script: String) async throws(ExternalEditor.Failure) -> String {
        let variables = ["EDITOR": "f() { \(script); }; f", "TMPDIR": folder.path]
        let editor = ExternalEditor(
            Variables { variables[$0] }, program: "recipes", unchanged: "the notes are unchanged")
        return try await editor.edit(text, random: 36) { program, arguments in
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            return try? await RunningProgram(process).status()
        }
    }

    private var left: String? { try? folder.file("recipes-10.txt").text() }

    @Test func textIsEdited() async throws {
        #expect(try await edit("A gift", with: "echo Long. >>\"$1\"") == "A gift\nLong.\n")
        #expect(left == nil)
    }

    @Test func anEditorThatSurvivesControlCIsNotInterrupted() async throws {
        #expect(try await edit("", with: "kill -INT $$; echo Long. >\"$1\"") == "Long.\n")
    }

    @Test func anEditorThatFailsLosesNothing() async throws {
        let unchanged = await #expect(throws: ExternalEditor.Failure.self) {
            _ = try await edit("A gift", with: "false")
        }
        #expect(unchanged?.message.hasSuffix("has failed, so the notes are unchanged.") == true)
        #expect(left == nil)
        let missing = await #expect(throws: ExternalEditor.Failure.self) {
            _ = try await edit("A gift", with: "no-such-editor")
        }
        #expect(missing?.message.hasSuffix("Set VISUAL or EDITOR.") == true)
        let changed = await #expect(throws: ExternalEditor.Failure.self) {
            _ = try await edit("A gift", with: "echo Long. >>\"$1\"; false")
        }
        #expect(changed?.message.hasSuffix("What you wrote is in \(folder.path)/recipes-10.txt.") == true)
        #expect(left == "A gift\nLong.\n")
    }

    @Test func bytesThatAreNotTextStayInTheirFile() async throws {
        let error = await #expect(throws: ExternalEditor.Failure.self) {
            _ = try await edit("", with: #"printf '\377' >"$1""#)
        }
        #expect(error?.message.contains("not UTF-8") == true)
    }
}
