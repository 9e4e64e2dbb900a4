import Data
import Domain
import Presentation
import Storage

/// The full-screen view, which the program shows on a terminal if no command is named.
struct FullScreen: Command {
    static var syntax: Syntax<FullScreen> {
        Syntax(summary: "Shows the library in a full-screen view.")
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let terminal: TerminalDevice
        do throws(FileError) {
            terminal = try TerminalDevice()
        } catch {
            throw .store(.failed(operation: "use", location: "the terminal", reason: error.reason))
        }
        let loop = FullScreenLoop(terminal, session)
        var failure = await loop.run()
        terminal.close()
        // The terminal is as before, so Control-C, or a second signal, can end this wait.
        if failure == nil { failure = await loop.finish() }
        TerminalModes.release()
        if let signal = terminal.endingSignal { SystemProcess.end(by: signal) }
        if let failure { throw .library(failure) }
        return .done
    }
}

/// Brings together what happens at the terminal and in the library, one event after the other.
@MainActor
private final class FullScreenLoop {
    private let terminal: TerminalDevice
    private let browser: Browser
    private var reader = InputReader()
    private var writer: ScreenWriter
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation
    /// Counts inputs, so that a late decision about an escape is recognised.
    private var inputs = 0

    private enum Event: Sendable {
        case terminal(TerminalEvent)
        /// The view models show something else.
        case changed
        /// A moment has passed since an escape. It is ignored if more than `inputs` inputs have arrived.
        case pause(inputs: Int)
    }

    init(_ terminal: TerminalDevice, _ session: Session) {
        self.terminal = terminal
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        (self.events, self.event) = (events, event)
        writer = ScreenWriter(usesColor: session.console.appearance.usesColor)
        let editor = NotesEditor(session.variables)
        // A library in a cluster is shown at once as it was last seen.
        let environment = session.environment.with(\.library, session.environment.maintenance.showingLastSeen())
        let size = terminal.size
        browser = Browser(
            environment, columns: size.columns, lines: size.lines,
            edit: { notes throws(NotesEditor.Failure) in
                try await editor.edit(notes, random: environment.randomBits()) { await terminal.run($0, $1) }
            },
            changed: { event.yield(.changed) })
    }

    /// Shows the library until the user quits. Returns the error if it can't be shown.
    func run() async -> LibraryError? {
        browser.observe()
        let listening = Task { [terminal, event] in
            for await occurrence in terminal.events { event.yield(.terminal(occurrence)) }
            event.yield(.terminal(.ended))
        }
        defer {
            listening.cancel()
            browser.stop()
        }
        draw()
        return await follow()
    }

    /// Handles events until the user quits. Returns the error if the library can't be shown.
    private func follow() async -> LibraryError? {
        for await event in events {
            switch event {
            case .changed:
                if let failure = browser.failure { return failure }
            case .pause(let count):
                if count == inputs, let input = reader.decide(), !handle(input) { return nil }
            case .terminal(.input):
                inputs += 1
                if !readInput() { return nil }
                if reader.isUndecided { awaitPause() }
            case .terminal(.resized): resize()
            case .terminal(.resumed):
                reader = InputReader()
                redraw()
            case .terminal(.ended): return nil
            }
            draw()
        }
        return nil
    }

    /// Waits for the change that is being stored. Returns the error if it failed.
    func finish() async -> LibraryError? {
        await browser.finish()
    }

    /// Reads and handles all that has arrived. What follows the key that quits, or that opens an editor, is left for the
    /// program that has the terminal next. Returns false if the user quits.
    private func readInput() -> Bool {
        var goesOn = true
        var isUnasked = false
        // Typed into a field: one text, because a terminal may send a long one that was pasted like typed characters.
        var typed = ""
        terminal.readInput { byte in
            // What was typed before a question appeared doesn't answer it.
            guard let input = reader.read(byte), !isUnasked else { return true }
            if case .text(let text) = input, browser.state.takesText {
                typed += text
                return true
            }
            let wasAsking = browser.state.isAsking
            goesOn = handle(typing: &typed) && handle(input)
            isUnasked = browser.state.isAsking && !wasAsking
            // After a stop, the rest is read once `resumed` has come.
            return goesOn && !browser.isInEditor && input != .key(.control("z"))
        }
        if goesOn { goesOn = handle(typing: &typed) }
        if goesOn, let input = reader.interrupt() { goesOn = handle(input) }
        return goesOn
    }

    private func handle(typing text: inout String) -> Bool {
        defer { text = "" }
        return text.isEmpty || handle(.text(text))
    }

    /// Returns false if the user quits.
    private func handle(_ input: TerminalInput) -> Bool {
        for request in browser.handle(input) {
            switch request {
            case .redraw: redraw()
            case .suspend: terminal.suspend()
            case .quit: return false
            }
        }
        return true
    }

    /// Sends an event after the time that a terminal takes to send one key. It counts only if nothing has arrived by
    /// then.
    private func awaitPause() {
        let inputs = inputs
        Task { [event] in
            // Only time tells the Escape key from the beginning of a sequence. Nothing cancels this task.
            try? await Task.sleep(for: .milliseconds(40))
            event.yield(.pause(inputs: inputs))
        }
    }

    private func resize() {
        let size = terminal.size
        browser.resize(columns: size.columns, lines: size.lines)
    }

    private func redraw() {
        resize()
        writer.forget()
    }

    private func draw() {
        let frame = writer.frame(browser.screen())
        if !frame.isEmpty { terminal.write(frame) }
    }
}
