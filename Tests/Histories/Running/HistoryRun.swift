import FileTestSupport
import Foundation
import Storage
import StorageTestSupport
import Synchronization
import TestSupport

/// Lets clients carry out plans on one engine, and records what they are answered. The processes of its clients live as
/// long as it does.
final class HistoryRun {
    let engine: StorageEngine
    private var clients: [any Client] = []
    private var observer: (any Client)?
    private var servers: (any Servers)?
    /// How many operations met a fault of each kind, how many there were, and what happened to the servers how often.
    private var faults: [String: Int] = [:]
    private var operations = 0
    private var disturbances: [String: Int] = [:]

    init(_ engine: StorageEngine) { self.engine = engine }

    /// Carries out the plan of that seed. Throws if a client fails without a fault, or if an observer doesn't get the last
    /// state.
    func record(seed: UInt64) async throws -> History {
        let plan = Plan(engine, seed: seed)
        let location = try await makeLocation()
        let servers = seed.isMultiple(of: 3) ? servers : nil
        defer { try? FileManager.default.removeItem(atPath: location.directory) }
        try await open(plan, at: location)
        let recorder = Recorder(engine)
        for step in plan.steps[..<plan.preparations] { try await recorder.record(step, by: clients[0]) }
        let start = recorder.now()
        if plan.isObserved { try await observer?.observe() }
        async let disturbance = servers?.disturb(Int(truncatingIfNeeded: seed / 3))
        let parts = Dictionary(grouping: plan.steps[plan.preparations...], by: \.client)
        try await withThrowingTaskGroup { group in
            for (number, steps) in parts {
                // Each client belongs to one task.
                nonisolated(unsafe) let client = clients[number]
                group.addTask { for step in steps { try await recorder.record(step, by: client) } }
            }
            try await group.waitForAll()
        }
        if let disturbance = try await disturbance { disturbances[disturbance, default: 0] += 1 }
        try await recorder.record(plan.lastChange, by: clients[0])
        let end = try await recorder.recordRead(plan.lastRead, by: clients[0])
        if plan.isObserved {
            // Only silence shows that a change was not reported.
            try await within(.seconds(60), "observe: the last change was not reported") {
                try await self.follow(plan, from: start, until: end, recorder)
            }
            observer = nil
        }
        for fault in recorder.faults { faults[fault.kind, default: 0] += 1 }
        operations += plan.steps.count
        return History(plan: plan, events: recorder.events)
    }

    private func within(
        _ limit: Duration, _ what: String, _ work: @escaping () async throws -> Void
    ) async throws {
        // Only one task runs it; the other sleeps, and the caller waits for both.
        nonisolated(unsafe) let work = work
        try await withThrowingTaskGroup { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ClientFailure(what)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func makeLocation() async throws -> StorageLocation {
        if engine.store.isShared, !engine.isInFile {
            servers = if let servers { servers } else { try await StorageLocation.networked?.startServers() }
            if let servers { return try servers.makeLocation() }
        }
        let directory = try TemporaryDirectory().path + "/library"
        return StorageLocation(application: "bookshelf", name: "library", directory: directory)
    }

    private func open(_ plan: Plan, at location: StorageLocation) async throws {
        if engine.store.isShared {
            while clients.count < 6 { clients.append(ProcessClient()) }
            observer = observer ?? ProcessClient()
        } else {
            // The records of one history.
            let memory = engine.open(location)
            clients = (0..<6).map { _ in LocalClient(memory) }
            observer = LocalClient(memory)
        }
        for client in clients[...(plan.steps.map(\.client).max() ?? 0)] { try await client.open(plan, at: location) }
        try await observer?.open(plan, at: location)
    }

    /// Records what an observer got, which ends with what the library has at last: `end`, or what a late change made of it.
    private func follow(_ plan: Plan, from start: Int, until end: String, _ recorder: Recorder) async throws {
        var end = end
        while let text = try await observer?.nextSeen() {
            recorder.add(seen: text, since: start)
            if text == end { break }
            end = try await recorder.recordRead(plan.lastRead, by: clients[0])
            if text == end { break }
        }
    }

    /// How many operations there were, and how many of them met which fault.
    var summary: String {
        let kinds = (faults.sorted { $0.key < $1.key } + disturbances.sorted { $0.key < $1.key })
            .map { "\($1) \($0)" }.joined(separator: ", ")
        return "\(operations) operations, \(faults.values.reduce(0, +)) with a fault: \(kinds)"
    }
}

/// The events of a history as they come, with one clock for all.
private final class Recorder: Sendable {
    private struct State {
        var time = 0
        var events: [Event] = []
        var faults: [Fault] = []
    }

    private let state = Mutex(State())
    private let engine: StorageEngine

    init(_ engine: StorageEngine) { self.engine = engine }

    var events: [Event] { state.withLock { $0.events } }

    /// Those that came.
    var faults: [Fault] { state.withLock { $0.faults } }

    func now() -> Int {
        state.withLock { state in
            state.time += 1
            return state.time
        }
    }

    func record(_ step: Plan.Step, by client: any Client) async throws {
        let called = now()
        let (answer, wasStruck) = try await client.answer(to: step)
        if let fault = step.fault, wasStruck { state.withLock { $0.faults.append(fault) } }
        if case .failed(let text) = answer, !wasStruck, !text.isOfOthers {
            throw ClientFailure("step \(step.number) without a fault: \(text)")
        }
        add(step, answer ?? .unknown("killed"), called: called)
    }

    /// Records a read, and returns what was read.
    func recordRead(_ step: Plan.Step, by client: any Client) async throws -> String {
        let called = now()
        guard case .done(let text) = try await client.answer(to: step).answer else {
            throw ClientFailure("read")
        }
        add(step, .done(text), called: called)
        return text
    }

    /// A request may arrive after its sender's end; a file changes only as long as somebody writes.
    private func add(_ step: Plan.Step, _ answer: Answer, called: Int) {
        let ended = now()
        let isUnknown = if case .unknown = answer { true } else { false }
        let event = Event(
            subject: .step(step), called: called, ended: isUnknown && !engine.isInFile ? .max : ended, answer: answer,
            isOptional: isUnknown)
        state.withLock { $0.events.append(event) }
    }

    func add(seen text: String, since start: Int) {
        let ended = now()
        state.withLock { state in
            state.events.append(Event(subject: .seen(text), called: start, ended: ended, answer: .done(text)))
        }
    }
}

extension String {
    /// Whether this error comes from what others do.
    fileprivate var isOfOthers: Bool { contains("busy") || contains("unreachable") || contains("superseded") }
}
