import FileTestSupport
import Foundation
import Storage
import StorageTestSupport

/// What carries out the steps of a plan.
protocol Client: AnyObject {
    /// Opens a library, in place of any other.
    func open(_ plan: Plan, at location: StorageLocation) async throws

    /// The answer is nil if the client ended before.
    func answer(to step: Plan.Step) async throws -> (answer: Answer?, wasStruck: Bool)

    /// Observes the library from now on.
    func observe() async throws

    /// The next text of the observed library.
    func nextSeen() async throws -> String
}

/// A client in this process, for an engine whose records are in it.
final class LocalClient: Client {
    private let memory: any RecordStore
    private var session: Session?
    private var seen: AsyncThrowingStream<String, any Error>.Iterator?

    init(_ memory: any RecordStore) { self.memory = memory }

    func open(_ plan: Plan, at location: StorageLocation) {
        session = Session(plan, at: location, memory: memory)
    }

    func answer(to step: Plan.Step) async -> (answer: Answer?, wasStruck: Bool) {
        (await session?.answer(to: step), session?.wasStruck ?? false)
    }

    func observe() { seen = session?.texts().makeAsyncIterator() }

    func nextSeen() async throws -> String {
        guard let text = try await seen?.next(isolation: #isolation) else { throw ClientFailure("observe") }
        return text
    }
}

/// A client in a process of its own, which a fault may kill or stop. Then another process is started in its place.
final class ProcessClient: Client {
    private var worker: RunningProgram?
    private var opening: [String] = []

    func open(_ plan: Plan, at location: StorageLocation) async throws {
        opening = ["open", plan.engine.rawValue, "\(plan.seed)"] + location.arguments
        _ = try await running()
    }

    /// The worker, with the library open.
    private func running() async throws -> RunningProgram {
        if let worker {
            if try await worker.ask(opening.joined(separator: " ")) == "open" { return worker }
            throw ClientFailure("open")
        }
        let process = Process()
        process.executableURL = try builtProgram("Histories")
        process.arguments = ["worker"]
        worker = try RunningProgram(process, takesInput: true)
        return try await running()
    }

    func answer(to step: Plan.Step) async throws -> (answer: Answer?, wasStruck: Bool) {
        guard let worker else { throw ClientFailure("step") }
        var waking: Task<Void, Never>?
        if case .stop = step.fault {
            // Gives others time to run out of patience. Repeats, because it may stop after the first signal.
            let process = worker.processIdentifier
            waking = Task {
                while (try? await Task.sleep(for: Session.patience * 2)) != nil { _ = kill(process, SIGCONT) }
            }
        }
        let line = try await worker.ask("step \(step.number)")
        waking?.cancel()
        let words = line?.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        if words.count == 2, let answer = Answer(line: String(words[1])) { return (answer, words[0] == "struck") }
        guard await worker.status() == SIGKILL, case .kill = step.fault else {
            throw ClientFailure("step \(step.number): \(line ?? "") \(try worker.messages())")
        }
        self.worker = nil
        _ = try await running()
        return (nil, true)
    }

    /// Its process does nothing else from then on.
    func observe() async throws {
        guard try await worker?.ask("observe") == "observing" else { throw ClientFailure("observe") }
    }

    func nextSeen() async throws -> String {
        guard let line = await worker?.line(), line.hasPrefix("seen ") else {
            throw ClientFailure("observe")
        }
        return String(line.dropFirst(5))
    }
}

/// A client that ended, or didn't answer as it should.
struct ClientFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = "a client failed: \(description)" }
}

extension RunningProgram {
    /// Sends a line, and waits for the next; nil at the end.
    fileprivate func ask(_ line: String) async throws -> String? {
        write(line)
        return await self.line()
    }
}
