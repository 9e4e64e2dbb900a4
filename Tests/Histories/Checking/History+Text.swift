import Domain

extension History {
    var isExplained: Bool { LinearOrder.explaining(checked) != nil }

    /// A smaller history that isn't explained either: without what came after it was inexplicable, without what changed
    /// nothing and isn't needed, and with an unknown outcome in place of each that isn't needed.
    var smallest: History {
        var smallest = self
        for end in events.map(\.ended).sorted() where end != .max {
            let part = until(end)
            if !part.isExplained {
                smallest = part
                break
            }
        }
        for index in smallest.events.indices.reversed() {
            var smaller = smallest
            if smallest.events[index].changesNothing {
                smaller.events.remove(at: index)
            } else {
                smaller.events[index].isOptional = true
            }
            if !smaller.isExplained { smallest = smaller }
        }
        return smallest
    }

    /// What had begun by then, without reads that hadn't ended; other operations that hadn't may or may not have been carried
    /// out.
    private func until(_ time: Int) -> History {
        var part = self
        part.events = events.filter { $0.called <= time && ($0.ended <= time || !$0.isRead) }.map { event in
            var event = event
            if event.ended > time { event.isOptional = true }
            return event
        }
        return part
    }

    /// One line for each event, in the order of the calls, and where the search for an order ends.
    var text: String {
        let checked = checked
        var search = LinearOrder(checked)
        let isExplained = search.find()
        let order = search.longest
        var state = PlainState()
        for index in order { state = state.after(checked[index]) ?? state }
        let rest = checked.indices.filter { !order.contains($0) }
        var lines = ["\(plan.engine), seed \(plan.seed)"] + events.sorted { $0.called < $1.called }.map(\.text)
        lines += ["", isExplained ? "This order explains it:" : "The longest order with the same answers:"]
        lines += order.map { "    " + checked[$0].text } + ["leaves the library as", "    " + state.library.text]
        if !isExplained { lines.append("and then none of these fits:") }
        for index in rest where !checked[index].isOptional {
            lines += ["    " + checked[index].text, "        rather than " + state.expected(of: checked[index])]
        }
        return lines.joined(separator: "\n")
    }
}

extension Event {
    fileprivate var text: String {
        let times = "\(called)–\(ended == .max ? "" : "\(ended)")"
        switch subject {
        case .seen(let text): return "\(times) observer: \(text)"
        case .step(let step):
            let fault = step.fault.map { ", \($0)" } ?? ""
            let answer = isOptional ? "(\(answer.line))" : answer.line
            return "\(times) client \(step.client)\(fault): \(step.operation) → \(answer)"
        }
    }
}

extension PlainState {
    /// What the event would be answered now.
    fileprivate func expected(of event: Event) -> String {
        switch event.subject {
        case .seen: "observer: \(library.text)"
        case .step(let step): answering(step).0.line.onOneLine
        }
    }
}

extension Action {
    /// One line, with the name first.
    var summary: String {
        switch self {
        case .add(let draft): "add \(draft.summary)"
        case .importing(let rows, _): "import \(rows.map(\.draft.summary).joined(separator: "; "))"
        default: "\(self)".onOneLine
        }
    }
}

extension BookDraft {
    fileprivate var summary: String {
        let fields = BookField.allCases.filter { self[$0] != $0.initial }
        return fields.map { "\($0) \(self[$0].text)" }.joined(separator: ", ").onOneLine
    }
}
