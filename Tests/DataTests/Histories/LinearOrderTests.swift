import Domain
import Storage
import TestSupport
import Testing

@testable import Histories

/// The checker of histories, with histories by hand.
struct LinearOrderTests {
    /// One event after the other if they don't overlap: `times` are those of the calls and the answers.
    private func isExplained(_ events: Event...) -> Bool { LinearOrder.explaining(events) != nil }

    private func add(
        _ number: Int, _ title: String, _ times: ClosedRange<Int>, _ answer: Answer = .done(""),
        isOptional: Bool = false
    ) -> Event {
        let draft = BookDraft(title: title, authors: ["Jane Austen"])
        return event(number, .act(.add(draft)), times, answer, isOptional: isOptional)
    }

    private func event(
        _ number: Int, _ operation: Plan.Operation, _ times: ClosedRange<Int>, _ answer: Answer,
        isOptional: Bool = false
    ) -> Event {
        Event(
            subject: .step(Plan.Step(number: number, client: 0, operation: operation, fault: nil)),
            called: times.lowerBound, ended: times.upperBound, answer: answer, isOptional: isOptional)
    }

    private func read(_ library: String, _ times: ClosedRange<Int>) -> Event { event(90, .read, times, .done(library)) }

    private func seen(_ library: String, _ times: ClosedRange<Int>) -> Event {
        Event(subject: .seen(library), called: times.lowerBound, ended: times.upperBound, answer: .done(library))
    }

    /// The library with these books, each added by the operation of that number.
    private func library(_ books: (number: Int, title: String)...) -> String {
        books.map { number, title in
            "\(Book.ID(bits: UInt64(number + 1) << 8)): \(title)|Jane Austen||to-read||false||2024-05-10|||||"
        }.joined(separator: "; ")
    }

    @Test func whatIsReadAfterAChangeHasIt() {
        let all = library((1, "Emma"))
        #expect(isExplained(add(1, "Emma", 1...2), read(all, 3...4)))
        #expect(!isExplained(add(1, "Emma", 1...2), read("", 3...4)))
        // At the same time, it may come before.
        #expect(isExplained(add(1, "Emma", 1...4), read("", 2...3)))
    }

    @Test func noAcknowledgedChangeIsLost() {
        let (first, second) = (add(1, "Emma", 1...4), add(2, "Persuasion", 2...3))
        #expect(isExplained(first, second, read(library((1, "Emma"), (2, "Persuasion")), 5...6)))
        #expect(!isExplained(first, second, read(library((2, "Persuasion")), 5...6)))
    }

    @Test func nobodyGoesBackInTime() {
        let all = library((1, "Emma"))
        #expect(isExplained(add(1, "Emma", 1...9), read("", 2...3), read(all, 4...5)))
        #expect(!isExplained(add(1, "Emma", 1...9), read(all, 2...3), read("", 4...5)))
    }

    @Test func anUnknownOutcomeMayBeEither() {
        let all = library((1, "Emma"))
        let killed = add(1, "Emma", 1...2, .unknown("killed"), isOptional: true)
        #expect(isExplained(killed, read("", 3...4), read("", 5...6)))
        #expect(isExplained(killed, read(all, 3...4), read(all, 5...6)))
        // A process that is gone changes nothing any more.
        #expect(!isExplained(killed, read("", 3...4), read(all, 5...6)))
        // A request may be on its way.
        let late = add(1, "Emma", 1...(.max), .unknown("lost"), isOptional: true)
        #expect(isExplained(late, read("", 3...4), read(all, 5...6)))
        #expect(!isExplained(late, read(all, 3...4), read("", 5...6)))
    }

    /// A refusal changes nothing, but it tells what the library was.
    @Test func aRefusalNeedsItsReason() throws {
        let isbn = try ISBN("9780141439587")
        func adding(_ number: Int, _ times: ClosedRange<Int>, _ answer: Answer) -> Event {
            let draft = BookDraft(title: "Emma", authors: ["Jane Austen"], isbn: isbn)
            return event(number, .act(.add(draft)), times, answer)
        }
        let owner = Book.ID(bits: 2 << 8)
        let refusal = Answer.refused("sameISBN(\(isbn), \(owner))")
        #expect(isExplained(adding(1, 1...2, .done("")), adding(2, 3...4, refusal)))
        #expect(isExplained(adding(1, 1...4, .done("")), adding(2, 2...3, refusal)))
        #expect(!isExplained(adding(1, 1...2, .done("")), adding(2, 3...4, .done(""))))
        #expect(!isExplained(adding(1, 3...4, .done("")), adding(2, 1...2, refusal)))
    }

    @Test func anObserverSeesStatesInTheirOrder() {
        let (one, both) = (library((1, "Emma")), library((1, "Emma"), (2, "Persuasion")))
        let changes = [add(1, "Emma", 1...2), add(2, "Persuasion", 3...4)]
        func isSeen(_ values: String...) -> Bool {
            let seen = values.enumerated().map { self.seen($1, 0...(10 + $0)) }
            return LinearOrder.explaining(changes + seen) != nil
        }
        // Late, or together.
        #expect(isSeen("", one, both))
        #expect(isSeen(both))
        #expect(!isSeen(both, one))
        #expect(!isSeen(library((2, "Persuasion")), both))
    }

    /// What was a no-op at first may be the change that others saw.
    @Test func whatChangesNothingMayComeLater() {
        let id = Book.ID(bits: 2 << 8)
        func set(_ number: Int, _ status: String, _ times: ClosedRange<Int>) -> Event {
            event(number, .act(.edit(id, [.set(.status, status)])), times, .done(""))
        }
        let read = self.read("\(id): Emma|Jane Austen||to-read||false||2024-05-10|||||", 20...21)
        #expect(isExplained(add(1, "Emma", 1...2), set(2, "to-read", 3...12), set(3, "abandoned", 4...11), read))
        #expect(!isExplained(add(1, "Emma", 1...2), set(2, "to-read", 3...4), set(3, "abandoned", 5...11), read))
    }

    @Test func theSmallestHistoryHasWhatIsNeeded() {
        var history = History(plan: Plan(.memory, seed: 1), events: [])
        history.events = [
            add(1, "Emma", 1...2), read(library((1, "Emma")), 3...4), add(2, "Persuasion", 5...6), read("", 7...8),
            add(3, "Sanditon", 9...10),
        ]
        let smallest = history.smallest
        #expect(!smallest.isExplained)
        // That one book is there is contradicted; the rest doesn't matter.
        #expect(smallest.events.map(\.called) == [1, 5, 7])
        #expect(smallest.events.map(\.isOptional) == [false, true, false])
        #expect(smallest.text.contains("rather than done \(library((1, "Emma")))"))
    }
}
