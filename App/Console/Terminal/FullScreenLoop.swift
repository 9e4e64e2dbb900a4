/// What fills a terminal, and what keys do there.
@MainActor
protocol FullScreenView {
    associatedtype Failure: Error

    /// Why there is nothing to show.
    var failure: Failure? { get }
    /// Whether typed characters go into a field, instead of being commands.
    var takesText: Bool { get }
    /// Whether a question was asked whose answer changes something.
    var isAsking: Bool { get }
    /// Whether another program has the terminal, or is about to. Keys that still arrive are not for the view.
    var isAway: Bool { get }

    func resize(columns: Int, lines: Int)
    /// Whether it can handle this now. What it can't is kept, with what follows, until it can.
    func takes(_ input: TerminalInput) -> Bool
    /// The screen as it is now.
    func screen() -> Screen
    /// Handles what the user has typed. Returns false if that ends the view.
    func handle(_ input: TerminalInput) -> Bool
}

/// What has come before a view could take it, in its order.
@MainActor
struct EarlyInputs {
    private var inputs: [TerminalInput] = []

    var isEmpty: Bool { inputs.isEmpty }

    /// Handles an input, or keeps it if others came early, too. Returns false if the view ends. Control-C comes before all,
    /// and so does Escape if the view takes it.
    mutating func handle(_ input: TerminalInput, _ view: some FullScreenView) -> Bool {
        if input == .key(.control("c")) || input == .key(.escape) && view.takes(input) {
            inputs = []
            return view.handle(input)
        }
        if inputs.isEmpty, view.takes(input) { return view.handle(input) }
        inputs.append(input)
        return true
    }

    /// Handles what the view takes now. Returns false if the view ends.
    mutating func catchUp(_ view: some FullScreenView) -> Bool {
        while let input = inputs.first {
            // What was typed before a question or an error appeared doesn't answer it.
            if view.isAsking { inputs = [] }
            if inputs.isEmpty || !view.takes(input) { break }
            inputs.removeFirst()
            if !view.handle(input) { return false }
        }
        return true
    }
}

/// Brings together what happens at the terminal and in the view, one event after the other. Control-L draws the screen
/// anew; Control-Z suspends the program.
@MainActor
final class FullScreenLoop<Content: FullScreenView> {
    private let terminal: TerminalDevice
    let view: Content
    private var reader = InputReader()
    private var writer: ScreenWriter
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation
    /// Counts inputs, so that a late decision about an escape is recognised.
    private var inputs = 0
    private var early = EarlyInputs()

    private enum Event: Sendable {
        case terminal(TerminalEvent)
        /// The view shows something else.
        case changed
        /// A moment has passed since an escape. It is ignored if more than `inputs` inputs have arrived.
        case pause(inputs: Int)
        /// Half a second has passed since.
        case longPause(inputs: Int)
    }

    /// `view` makes the view, which calls its argument when it may show something else without a key.
    init(
        _ terminal: TerminalDevice, usesColor: Bool, usesASCII: Bool,
        view: (_ changed: @escaping () -> Void) -> Content
    ) {
        self.terminal = terminal
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        (self.events, self.event) = (events, event)
        writer = ScreenWriter(usesColor: usesColor, usesASCII: usesASCII)
        self.view = view { event.yield(.changed) }
    }

    /// Shows the view until the user ends it. Returns the error if it can't be shown.
    func run() async -> Content.Failure? {
        let listening = Task { [terminal, event] in
            for await occurrence in terminal.events { event.yield(.terminal(occurrence)) }
            event.yield(.terminal(.ended))
        }
        defer { listening.cancel() }
        redraw()
        draw()
        return await follow()
    }

    /// Handles events until the user ends the view. Returns the error if it can't be shown.
    private func follow() async -> Content.Failure? {
        for await event in events {
            switch event {
            case .changed:
                if let failure = view.failure { return failure }
            case .pause(let count):
                if count == inputs, let input = reader.decide(), !handle(input) { return nil }
            case .longPause(let count):
                guard count == inputs, let input = reader.settle() else { continue }
                if !handle(input) { return nil }
            case .terminal(.input):
                inputs += 1
                if !readInput() { return nil }
                if reader.isUndecided { awaitPause() }
            // A terminal that became smaller and larger again has lost what it showed, at a size that is the same.
            case .terminal(.resized): redraw()
            case .terminal(.resumed):
                reader = InputReader()
                redraw()
            case .terminal(.ended): return nil
            }
            if !early.catchUp(view) { return nil }
            draw()
        }
        return nil
    }

    /// Reads and handles all that has arrived. What follows the key that ends the view, or that opens an editor, is left
    /// for the program that has the terminal next. Returns false if the view ends.
    private func readInput() -> Bool {
        var goesOn = true
        var isUnasked = false
        // Typed into a field: one text, because a terminal may send a long one that was pasted like typed characters.
        var typed = ""
        func take(_ input: TerminalInput) -> Bool {
            let wasAsking = view.isAsking
            goesOn = handle(typing: &typed) && handle(input)
            isUnasked = view.isAsking && !wasAsking
            return goesOn
        }
        terminal.readInput { byte in
            // What was typed before a question appeared doesn't answer it.
            if let escape = reader.decide(before: byte), !isUnasked, !take(escape) { return false }
            guard let input = reader.read(byte), !isUnasked else { return true }
            if case .text(let text) = input, view.takesText, early.isEmpty, view.takes(input) {
                typed += text
                return true
            }
            // After a stop, the rest is read once `resumed` has come.
            return take(input) && !view.isAway && input != .key(.control("z"))
        }
        if let late = reader.pause(), goesOn { goesOn = take(late) }
        if goesOn { goesOn = handle(typing: &typed) }
        if goesOn, let input = reader.interrupt() { goesOn = handle(input) }
        return goesOn
    }

    private func handle(typing text: inout String) -> Bool {
        defer { text = "" }
        return text.isEmpty || handle(.text(text))
    }

    /// Returns false if the view ends.
    private func handle(_ input: TerminalInput) -> Bool {
        switch input {
        case .key(.control("l")): redraw()
        case .key(.control("z")): if !view.isAway { terminal.suspend() }
        case .click(let position): return view.screen().input(at: position).map(handle) ?? true
        default: return early.handle(input, view)
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
            // Only time tells a typed bracket from the late rest of a sequence.
            try? await Task.sleep(for: .milliseconds(500))
            event.yield(.longPause(inputs: inputs))
        }
    }

    /// Makes the next drawing draw everything, at the size that the terminal has now.
    private func redraw() {
        let size = terminal.size
        view.resize(columns: size.columns, lines: size.lines)
        writer.forget()
    }

    private func draw() {
        let frame = writer.frame(view.screen())
        if !frame.isEmpty { terminal.write(frame) }
    }
}
