import Domain
import Testing

@testable import Data

/// Every call to the file system that an operation makes fails once, in each way it plausibly can; and again with
/// everything failing from then on. So SQLite is tested ("How SQLite Is Tested", section 3.2).
struct FaultTests {
    @Test(arguments: FaultScenario.all, [true, false])
    func whateverFailsNothingIsLost(_ scenario: FaultScenario, programHasRead: Bool) async throws {
        let prepared = try await scenario.prepare()
        let run = FaultRun(scenario: scenario, prepared: prepared, programHasRead: programHasRead)
        let clean = try await run.withoutFault()
        var dice = Dice(seed: Dice.seed)
        for (number, call) in clean.calls.enumerated() {
            for fault in Fault.plausible(for: call) {
                for isLasting in fault.isInvisible ? [false] : [false, true] {
                    let disk = SimulatedDisk(prepared)
                    let plan = FaultPlan(number: number, fault: fault, isLasting: isLasting, disk: disk)
                    try await run.check(plan, on: disk, clean, using: &dice)
                }
            }
        }
    }
}

/// One operation on the simulated disk, with one fault.
private struct FaultRun {
    let scenario: FaultScenario
    let prepared: DiskState
    let programHasRead: Bool

    struct Clean {
        let calls: [FileCall]
        let before: Contents
        let after: Contents
    }

    func withoutFault() async throws -> Clean {
        let disk = SimulatedDisk(prepared)
        let before = await read(disk)
        let plan = FaultPlan(number: nil)
        let program = try await program(WatchedFiles(base: disk, watcher: plan))
        plan.begin()
        try await scenario.act.run(program)
        plan.lift()
        return Clean(calls: plan.calls, before: before, after: await read(disk))
    }

    private func program(_ files: any FileOperations) async throws -> Program {
        let program = scenario.program(files, in: FaultScenario.directory)
        if programHasRead { _ = await program.contents() }
        return program
    }

    /// What a program reads that has just been started.
    private func read(_ disk: SimulatedDisk) async -> Contents {
        await scenario.program(disk, in: FaultScenario.directory).contents()
    }

    func check(_ plan: FaultPlan, on disk: SimulatedDisk, _ clean: Clean, using dice: inout Dice) async throws {
        let program = try await program(WatchedFiles(base: disk, watcher: plan))
        plan.begin()
        let failure = await scenario.act.failure(in: program)
        plan.lift()
        let what = "\(scenario.testDescription), \(plan), seed \(Dice.seed): \(failure.map { "\($0)" } ?? "done")"

        #expect(failure == nil || !plan.fault.isInvisible, "noticed: \(what)")
        var possible = [clean.after]
        switch failure {
        case nil: break
        case .store(.unknownOutcome)?: possible = [clean.before, clean.after]
        case .store?: possible = [clean.before]
        case let other?: Issue.record("\(other): \(what)")
        }
        let found = await read(disk)
        #expect(possible.contains(found), "on disk: \(what)")
        #expect(await program.contents() == found, "in memory: \(what)")
        for state in disk.state.powerCuts(limit: 8, using: &dice) {
            await PowerCutCheck(scenario: scenario, possible: possible, what: what).check(state)
        }

        // The same program goes on, and what is acknowledged to it stays.
        let other = SimulatedDisk(disk.state.withoutProcesses)
        try await scenario.next.run(scenario.program(other, in: FaultScenario.directory))
        let expected = await read(other)
        let nextFailure = await scenario.next.failure(in: program)
        #expect(nextFailure == nil, "the next operation: \(what)")
        #expect(await read(disk) == expected, "on disk after the next operation: \(what)")
        #expect(await program.contents() == expected, "in memory after the next operation: \(what)")
        for state in disk.state.powerCuts(limit: 8, using: &dice) {
            await PowerCutCheck(scenario: scenario, possible: [expected], what: "afterwards: \(what)").check(state)
        }
        try await scenario.replaceFiles(of: program)
        let leftovers = disk.state.image.keys.filter { $0.contains(".new-") }
        #expect(leftovers.isEmpty, "left behind: \(what)")
    }
}

extension Step {
    /// What went wrong, if anything.
    func failure(in program: Program) async -> LibraryError? {
        do throws(LibraryError) {
            try await run(program)
            return nil
        } catch {
            return error
        }
    }
}

extension FaultScenario {
    /// Replaces each file that is there by one with the same contents.
    fileprivate func replaceFiles(of program: Program) async throws {
        try await Step.choose("auto").run(program)
        try await Step.lendInKeyValueLibrary(1).run(program)
        var journal = Journal(path: program.directory + (isLink ? "/link" : "/library.jsonl"), files: program.files)
        try journal.refresh()
        try journal.compact()
    }
}

extension DiskState {
    var withoutProcesses: DiskState {
        var state = self
        state.endProcesses()
        return state
    }
}

extension FaultPlan: CustomStringConvertible {
    var description: String {
        let call = number.flatMap { calls.indices.contains($0) ? "\(calls[$0].kind)" : nil } ?? ""
        return "call \(number ?? -1) (\(call)) \(isLasting ? "and all after it" : ""): \(fault)"
    }
}
