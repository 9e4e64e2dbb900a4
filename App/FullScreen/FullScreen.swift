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
    private let variables: Variables
    private var reader = InputReader()
    private var writer: ScreenWriter
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation
    /// Counts inputs, so that a late decision about an escape is recognised.
    private var inputs = 0
    /// Whether the terminal may still answer `ScreenWriter.question`.
    private var awaitsAnswer = false

    private enum Event: Sendable {
        case terminal(TerminalEvent)
        /// The view models show something else.
        case changed
        /// A moment has passed since an escape. It is ignored if more than `inputs` inputs have arrived.
        case pause(inputs: Int)
        /// The terminal's time to answer is over.
        case noAnswer
    }

    init(_ terminal: TerminalDevice, _ session: Session) {
        self.terminal = terminal
        variables = session.variables
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        (self.events, self.event) = (events, event)
        writer = ScreenWriter(usesColor: session.console.appearance.usesColor)
        let editor = NotesEditor(session.variables)
        // A library in a cluster is shown at once as it was last seen.
        let environment = session.environment.with(\.library, session.storedLibrary.showingLastSeen())
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
        // The first frame doesn't wait for the answer. Terminal.app would print the question.
        if variables["TERM_PROGRAM"] != "Apple_Terminal" { ask() }
        let failure = await follow()
        await skipAnswer()
        return failure
    }

    private func ask() {
        terminal.write(ScreenWriter.question)
        awaitsAnswer = true
        Task { [event] in
            // Some terminals never answer, so only time ends the wait; most answer within a second. Nothing cancels
            // this task.
            try? await Task.sleep(for: .seconds(1))
            event.yield(.noAnswer)
        }
    }

    /// Waits for the answer: after the end, the shell would take it for typed text.
    private func skipAnswer() async {
        guard awaitsAnswer else { return }
        for await event in events {
            switch event {
            case .terminal(.input(let bytes)): if reader.read(bytes).contains(.attributes) { return }
            case .terminal(.ended), .noAnswer: return
            case .terminal, .changed, .pause: continue
            }
        }
    }

    /// Handles events until the user quits. Returns the error if the library can't be shown.
    private func follow() async -> LibraryError? {
        for await event in events {
            switch event {
            case .changed:
                if let failure = browser.failure { return failure }
            case .pause(let count):
                if count == inputs, !handle(reader.decide()) { return nil }
            case .terminal(.input(let bytes)):
                inputs += 1
                if !handle(reader.read(bytes)) { return nil }
                if reader.isUndecided { awaitPause() }
            case .terminal(.resized): resize()
            case .terminal(.resumed):
                reader = InputReader()
                redraw()
            case .terminal(.ended):
                awaitsAnswer = false
                return nil
            case .noAnswer: awaitsAnswer = false
            }
            draw()
        }
        return nil
    }

    /// Waits for the change that is being stored. Returns the error if it failed.
    func finish() async -> LibraryError? {
        await browser.finish()
    }

    /// Returns false if the user quits.
    private func handle(_ inputs: [TerminalInput]) -> Bool {
        for case .mode(ScreenWriter.synchronizedOutput, let isKnown) in inputs { writer.synchronizes = isKnown }
        if inputs.contains(.attributes) { awaitsAnswer = false }
        for input in inputs where !input.isAnswer {
            let wasAsking = browser.state.isAsking
            for request in browser.handle(input) {
                switch request {
                case .redraw: redraw()
                case .suspend: terminal.suspend()
                case .quit: return false
                }
            }
            // What was typed before a question appeared doesn't answer it.
            if browser.state.isAsking, !wasAsking { break }
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
