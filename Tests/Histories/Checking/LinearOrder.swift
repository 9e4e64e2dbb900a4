import Domain
import TestSupport

/// Looks for an order of the events of a history, in agreement with their times, in which the plain model gives the same
/// answers. Then the history is linearizable, as `Library.perform` promises.
///
/// This is the depth-first search of Jeannette Wing and Chun Gong, "Testing and Verifying Concurrent Objects" (1993), which
/// remembers the states it has been in, as Gavin Lowe describes in "Testing for linearizability" (2017).
struct LinearOrder {
    private let events: [Event]
    private var known: Set<Key> = []
    /// The longest order that was tried.
    private(set) var longest: [Int] = []

    private struct Key: Hashable {
        let left: UInt128
        let state: String
    }

    /// Nil if no order explains the events. There may be at most 128.
    static func explaining(_ events: [Event]) -> [Int]? {
        var search = LinearOrder(events)
        return search.find() ? search.longest : nil
    }

    init(_ events: [Event]) {
        precondition(events.count <= 128, "a history has at most 128 events")
        self.events = events
    }

    /// Whether an order explains all events; it is `longest` then.
    mutating func find() -> Bool {
        var left: UInt128 = 0
        for index in events.indices { left |= 1 << UInt128(index) }
        return extend([], left, PlainState())
    }

    private mutating func extend(_ order: [Int], _ left: UInt128, _ state: PlainState) -> Bool {
        if order.count > longest.count { longest = order }
        let waiting = events.indices.filter { left.has($0) }
        guard let end = waiting.filter({ !events[$0].isOptional }).map({ events[$0].ended }).min() else {
            longest = order
            return true
        }
        // An observer's values are in order.
        let nextSeen = waiting.first { events[$0].isSeen }
        let next = waiting.filter { events[$0].called <= end && (!events[$0].isSeen || $0 == nextSeen) }
        var changes: [(event: Int, left: UInt128, state: PlainState)] = []
        for event in next.sorted(by: { events[$0].ended < events[$1].ended }) {
            guard let after = state.after(events[event]) else { continue }
            var rest = left & ~(1 << UInt128(event))
            // What nobody saw carried out in its time was not carried out.
            for other in waiting where events[other].isOptional && events[other].ended < events[event].called {
                rest &= ~(1 << UInt128(other))
            }
            // What only reads comes as early as it can, if nothing is left out for it: then it is in the way of nothing.
            let leavesOut = rest != left & ~(1 << UInt128(event))
            if events[event].changesNothing, !leavesOut {
                return extend(order + [event], rest, state)
            }
            changes.append((event, rest, after))
        }
        for (event, rest, after) in changes where known.insert(Key(left: rest, state: after.key)).inserted {
            if extend(order + [event], rest, after) { return true }
        }
        return false
    }
}

extension UInt128 {
    fileprivate func has(_ index: Int) -> Bool { self & (1 << UInt128(index)) != 0 }
}

extension PlainState {
    /// States with equal keys must be equal, or the search would pass one over. The texts are unambiguous for the values that
    /// `Reader` makes up.
    fileprivate var key: String {
        library.text + "\n" + (last.map { "\($0.now.text)\n\($0.then.text)" } ?? "")
    }

    /// The state after the event; nil if it would have been answered something else.
    func after(_ event: Event) -> PlainState? {
        switch event.subject {
        case .seen(let text): return text == library.text ? self : nil
        case .step(let step):
            let (answer, after) = answering(step)
            switch (answer, event.answer) {
            case (.done(let text), .done(let given)): return text == given ? after : nil
            case (.done, _) where event.isOptional: return after
            case (.refused(let words), .refused(let given)):
                return words.split(separator: "\n").allSatisfy { given.contains($0) } ? self : nil
            default: return nil
            }
        }
    }

    /// What the plain model answers. A refusal has, line by line, the words that an error must have.
    func answering(_ step: Plan.Step) -> (Answer, PlainState) {
        switch step.operation {
        case .read: return (.done(library.text), self)
        case .find(let isbn):
            let found = library.books.filter { $0.value.isbn == isbn }.keys.sorted()
            return (.done(found.map { "\($0)" }.joined(separator: " ")), self)
        case .act(let action):
            do throws(Refusal) {
                let after = try after(action, on: today, number: step.firstID)
                return (.done(library.answer(to: action)), after)
            } catch {
                return (.refused(error.words.joined(separator: "\n")), self)
            }
        }
    }
}

extension PlainLibrary {
    /// What a use case returns besides success.
    fileprivate func answer(to action: Action) -> String {
        switch action {
        case .importing(let books, let updates): counts(of: books, updates: updates, on: today)
        default: ""
        }
    }
}
