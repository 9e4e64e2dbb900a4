import FileTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Each file system call of an operation fails once, in each plausible way, and again with all later calls failing,
/// too. SQLite is tested like this ("How SQLite Is Tested", section 3).
struct FaultTests {
    @Test(arguments: FaultScenario.all, [true, false])
    func nothingIsLostWhicheverCallFails(_ scenario: FaultScenario, programHasRead: Bool) async throws {
        let prepared = try await scenario.prepare()
        let operation = FailingOperation(
            scenario: scenario, directory: FaultScenario.directory, programHasRead: programHasRead)
        let clean = try await operation.withoutFault(SimulatedDisk(prepared), SimulatedDisk(prepared))
        if let call = scenario.characteristicCall { #expect(clean.calls.contains { $0.kind == call }) }
        let rest = prepared.rest(after: scenario.before)
        var dice = SeededGenerator()
        for (number, call) in clean.calls.enumerated() {
            // A newly started program makes other calls, but handles errors the same way.
            let count = programHasRead || FaultScenario.rounds > 1 ? Int.max : 2
            for fault in Fault.plausible(for: call).prefix(count) {
                for isLasting in fault.canLast && programHasRead ? [false, true] : [false] {
                    let disk = SimulatedDisk(prepared)
                    let plan = FaultPlan(number: number, fault: fault, isLasting: isLasting, disk: disk)
                    try await operation.run(plan, on: disk, clean) { possible, what in
                        let check = PowerCutCheck(scenario: scenario, possible: possible, what: what, rest: rest)
                        for state in disk.state.powerCuts(limit: 2 * FaultScenario.rounds, using: &dice) {
                            await check.check(state)
                        }
                    }
                    let leftovers = disk.state.image.keys.filter { $0.contains(".new-") }
                    #expect(leftovers.isEmpty, "\(scenario.testDescription), \(plan)")
                }
            }
        }
    }

    /// The same on the real file system, with errors from a wrapper. Filling a disk needs root, and power can't be cut
    /// here.
    @Test(arguments: FaultScenario.all.filter { !$0.isLink })
    func theRealFileSystemKeepsTheSamePromises(_ scenario: FaultScenario) async throws {
        let parent = try TemporaryDirectory()
        let directory = parent.path + "/home"
        try await scenario.prepare(POSIXFiles(), in: parent.path + "/prepared")
        func prepare() throws -> POSIXFiles {
            try? FileManager.default.removeItem(atPath: directory)
            if !scenario.before.isEmpty {
                try FileManager.default.copyItem(atPath: parent.path + "/prepared", toPath: directory)
            }
            return POSIXFiles()
        }
        let operation = FailingOperation(scenario: scenario, directory: directory, programHasRead: true)
        let clean = try await operation.withoutFault(try prepare(), try prepare())
        for (number, call) in clean.calls.enumerated() {
            // The kind of error makes no difference to the file system.
            for fault in Fault.plausible(for: call).suffix(2) {
                let plan = FaultPlan(number: number, fault: fault)
                try await operation.run(plan, on: try prepare(), clean) { _, _ in }
                let names = try FileManager.default.contentsOfDirectory(atPath: directory)
                #expect(!names.contains { $0.contains(".new-") }, "\(scenario.testDescription), \(plan)")
            }
        }
    }
}
