import Data
import Domain
import Presentation
import Storage

/// The full-screen view, which the program shows on a terminal if no command is named.
struct FullScreen: Command {
    static var syntax: Syntax<FullScreen> {
        Syntax(summary: "Shows the library in a full-screen view.")
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        // Settings that can't be read are reported by the commands that need them.
        let settings = (try? await session.environment.settings.values()) ?? [:]
        let terminal: TerminalDevice
        do throws(FileError) {
            terminal = try TerminalDevice(mouse: KeyValueKey.mouse.value(in: settings))
        } catch {
            throw .store(.failed(operation: "use", location: "the terminal", reason: error.reason))
        }
        let environment = session.environment
            .with(\.library, session.environment.maintenance.showingLastSeen())
        let editor = ExternalEditor(session.variables, program: Bookshelf.name, unchanged: "the text is unchanged")
        let loop = FullScreenLoop(
            terminal, usesColor: session.console.appearance.usesColor, usesASCII: !session.variables.usesUTF8
        ) { changed in
            Pages(
                environment, changed: changed,
                edit: { text throws(ExternalEditor.Failure) in
                    try await editor.edit(text, random: environment.randomBits()) { await terminal.run($0, $1) }
                })
        }
        var failure = try await mapError(
            CommandError.library,
            try await session.call(Pages.entities[0].list, await Self.show(loop), "observe"))
        loop.view.stop()
        terminal.close()
        // The terminal is as before, so Control-C, or a second signal, can end this wait.
        let unfinished = await loop.view.finish()
        failure = failure ?? unfinished
        TerminalModes.release()
        if let signal = terminal.endingSignal { SystemProcess.end(by: signal) }
        if let failure { throw .library(failure) }
        return .done
    }

    /// Returns why there is nothing to show.
    @MainActor private static func show(_ loop: FullScreenLoop<Pages>) async -> LibraryError? {
        loop.view.observe()
        return await loop.run()
    }
}
