import StorageTestSupport

/// A change of a file or a directory that, when the power fails, may have been made on the device, or not, or in part.
protocol DiskChange: Sendable {
    associatedtype Value: Sendable

    func apply(to value: inout Value)
    /// The number of possible outcomes: 0 is none of it, 1 all of it, and from 2 on a part of it.
    var outcomes: Int { get }
    func apply(outcome: Int, to value: inout Value)
}

extension DiskChange {
    var outcomes: Int { 2 }

    func apply(outcome: Int, to value: inout Value) {
        if outcome == 1 { apply(to: &value) }
    }
}

/// A value as processes see it, and separately what of it is durable.
struct Buffered<Change: DiskChange>: Sendable {
    /// The value with all changes.
    private(set) var value: Change.Value
    /// The value on the device, before the changes in `log`.
    private var durable: Change.Value
    private var log: [(change: Change, fate: Fate)] = []

    private enum Fate {
        /// Not yet synchronized.
        case pending
        /// On the device.
        case durable
        /// Lost by a failed synchronization: it may be on the device or not, and no later synchronization changes that.
        case lost
    }

    init(_ value: Change.Value) {
        self.value = value
        self.durable = value
    }

    mutating func make(_ change: Change) {
        change.apply(to: &value)
        log.append((change, .pending))
    }

    mutating func synchronize() {
        for index in log.indices where log[index].fate == .pending { log[index].fate = .durable }
        while let first = log.first, first.fate == .durable {
            first.change.apply(to: &durable)
            log.removeFirst()
        }
    }

    /// Does what a failed synchronization does to Linux's page cache: the pages count as clean, but are not written.
    mutating func failToSynchronize() {
        for index in log.indices where log[index].fate == .pending { log[index].fate = .lost }
    }

    /// The changes that may or may not be on the device.
    var open: [Change] {
        log.filter { $0.fate != .durable }.map(\.change)
    }

    /// The value on the device, given the outcomes of the open changes.
    func value(outcomes: some Sequence<Int>) -> Change.Value {
        var value = durable
        var outcomes = outcomes.makeIterator()
        for (change, fate) in log {
            let outcome = fate == .durable ? 1 : outcomes.next() ?? 0
            change.apply(outcome: outcome, to: &value)
        }
        return value
    }
}
