import FileTestSupport
import StorageTestSupport
import Testing

@testable import Storage

/// A scenario's operation with one fault, and the checks after it.
struct FailingOperation {
    let scenario: FaultScenario
    let directory: String
    /// Whether the program has read its files before, or has just been started.
    let programHasRead: Bool

    /// The operation without a fault.
    struct Clean {
        let calls: [FileCall]
        let before: Contents
        let after: Contents
        /// The contents after the next operation, for each of these contents before it.
        let next: [Contents: Contents]
    }

    /// Runs the operation without a fault. Needs the prepared file system twice.
    func withoutFault(_ files: any FileOperations, _ same: @autoclosure () async throws -> any FileOperations)
        async throws -> Clean
    {
        let before = await read(files)
        let plan = FaultPlan(number: nil)
        let program = await program(WatchedFiles(base: files, watcher: plan))
        plan.begin()
        try await scenario.act.run(program)
        plan.lift()
        let after = await read(files)
        try await scenario.next.run(program)
        let next = await read(files)
        let other = try await same()
        try await scenario.next.run(scenario.program(other, in: directory))
        return Clean(
            calls: plan.calls, before: before, after: after, next: [before: await read(other), after: next])
    }

    private func program(_ files: any FileOperations) async -> Program {
        let program = scenario.program(files, in: directory)
        if programHasRead { _ = await program.contents() }
        return program
    }

    /// The contents that a newly started program reads.
    private func read(_ files: any FileOperations) async -> Contents {
        await scenario.program(files, in: directory).contents()
    }

    /// Runs the operation with the plan's fault. Calls `losePower` twice, with the contents that may then be found:
    /// when the operation has ended, and when the next one has been acknowledged.
    func run(
        _ plan: FaultPlan, on files: any FileOperations, _ clean: Clean,
        losePower: (_ possible: [Contents], _ what: String) async -> Void
    ) async throws {
        let program = await program(WatchedFiles(base: files, watcher: plan))
        plan.begin()
        let failure = await scenario.act.failure(in: program)
        plan.lift()
        let what =
            "\(scenario.testDescription), \(plan): \(failure.map { "\($0)" } ?? "done"), seed \(SeededGenerator.seed)"

        #expect(failure == nil || !plan.fault.isInvisible, "noticed: \(what)")
        var possible = [clean.after]
        switch failure {
        case nil: break
        case .unknownOutcome?: possible = [clean.before, clean.after]
        case .failed?, .busy?: possible = [clean.before]
        case let other?: Issue.record("\(other): \(what)")
        }
        let found = await read(files)
        #expect(possible.contains(found), "on disk: \(what)")
        #expect(await program.contents() == found, "in memory: \(what)")
        await losePower(possible, what)

        // The same program continues, and its acknowledged changes stay.
        let nextFailure = await scenario.next.failure(in: program)
        #expect(nextFailure == nil, "the next operation: \(what)")
        guard let expected = clean.next[found] else { return }
        #expect(await read(files) == expected, "on disk after the next operation: \(what)")
        #expect(await program.contents() == expected, "in memory after the next operation: \(what)")
        await losePower([expected], "afterwards: \(what)")
        try await replaceFiles(of: program)
    }

    /// Replaces each file, which removes leftovers.
    private func replaceFiles(of program: Program) async throws {
        try await Step.choose("auto").run(program)
        try await Step.linkInKeyValueStore(1).run(program)
        let folder = scenario.isLink ? Storage.directory(of: FaultScenario.target) : directory
        for _ in 0..<20 where try program.files.list(folder).contains(where: { $0.contains(".new-") }) {
            try await Step.addLong(8, "long").run(program)
        }
    }
}

extension Step {
    /// The error of the step, if it fails.
    func failure(in program: Program) async -> StorageError? {
        do throws(StorageError) {
            try await run(program)
            return nil
        } catch {
            return error
        }
    }
}

extension FaultPlan: CustomStringConvertible {
    var description: String {
        guard let number, calls.indices.contains(number) else { return "no fault" }
        return "call \(number) (\(calls[number].kind))\(isLasting ? " and all after it" : ""): \(fault)"
    }
}
