import Storage

/// What the clients of a plan called and were answered, and when.
struct History: Sendable {
    let plan: Plan
    var events: [Event]

    /// The events that an order must explain: without the operations that failed, which changed nothing.
    ///
    /// A change to a journal whose sync failed is taken back; until then, others may have read it. What they read meanwhile
    /// is left out.
    var checked: [Event] {
        let takenBack = plan.engine == .journal ? events.filter { $0.isTakenBack } : []
        return events.filter { event in
            if case .failed = event.answer { return false }
            return !event.isRead || !takenBack.contains { $0.called < event.ended && event.called < $0.ended }
        }
    }
}

/// One operation of a history, or one value of an observer. It was carried out at one moment between its two times, which
/// are of one clock.
struct Event: Sendable {
    enum Subject: Sendable {
        case step(Plan.Step)
        /// The observer was given this library. Its values are in order.
        case seen(String)
    }

    let subject: Subject
    let called: Int
    /// When the answer came; `.max` if it may be carried out even after the last of them.
    let ended: Int
    let answer: Answer
    /// It may be left out: nobody knows whether it was carried out. Never a read, which would then tell nothing.
    var isOptional = false

    var isSeen: Bool { if case .seen = subject { true } else { false } }

    /// It wrote a change and took it back, because the change might not have lasted.
    var isTakenBack: Bool {
        guard case .step(let step) = subject, case .failed = answer, case .failedSync = step.fault else { return false }
        return true
    }

    /// Whatever the library was, this left it as it was.
    var changesNothing: Bool {
        switch answer {
        case .refused: true
        case .failed: !isTakenBack
        case .done, .unknown: isRead
        }
    }

    var isRead: Bool {
        switch subject {
        case .seen: true
        case .step(let step): if case .act = step.operation { false } else { true }
        }
    }
}
