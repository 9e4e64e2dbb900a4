import StorageTestSupport

/// Something done to a file or a directory that the device may have carried out, or not, or in part, when the power
/// fails.
protocol DiskChange: Sendable {
    associatedtype Value: Sendable

    func apply(to value: inout Value)
    /// What may have become of it: 0 nothing, 1 all of it, and from 2 on some part.
    var outcomes: Int { get }
    func apply(outcome: Int, to value: inout Value)
}

extension DiskChange {
    var outcomes: Int { 2 }

    func apply(outcome: Int, to value: inout Value) {
        if outcome == 1 { apply(to: &value) }
    }
}

/// A value as every process sees it, and apart from that, what of it is durable.
struct Unsettled<Change: DiskChange>: Sendable {
    /// As it was written.
    private(set) var value: Change.Value
    /// As it is on the device, before the changes in `log`.
    private var durable: Change.Value
    private var log: [(change: Change, fate: Fate)] = []

    private enum Fate {
        /// Waits for a synchronization.
        case pending
        /// Is on the device.
        case settled
        /// A synchronization failed: it may be on the device or not, and none that comes later will put it there.
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
        for index in log.indices where log[index].fate == .pending { log[index].fate = .settled }
        while let first = log.first, first.fate == .settled {
            first.change.apply(to: &durable)
            log.removeFirst()
        }
    }

    /// A synchronization that fails does to Linux's page cache what this does: the pages count as clean, unwritten.
    mutating func failToSynchronize() {
        for index in log.indices where log[index].fate == .pending { log[index].fate = .lost }
    }

    /// The changes of which nobody knows whether they are on the device.
    var open: [Change] {
        log.filter { $0.fate != .settled }.map(\.change)
    }

    /// What is on the device, when these are the outcomes of the open changes.
    func value(outcomes: some Sequence<Int>) -> Change.Value {
        var value = durable
        var outcomes = outcomes.makeIterator()
        for (change, fate) in log {
            let outcome = fate == .settled ? 1 : outcomes.next() ?? 0
            change.apply(outcome: outcome, to: &value)
        }
        return value
    }
}
