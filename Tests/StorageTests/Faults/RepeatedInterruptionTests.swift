import StorageTestSupport
import Testing

@testable import Storage

/// Stores that are interrupted repeatedly, at random: programs are killed, and the power fails.
struct RepeatedInterruptionTests {
    private let scenario = FaultScenario(testDescription: "a random program", before: [], act: .add(1))

    @Test func nothingAcknowledgedIsEverLost() async throws {
        for number in 0..<(12 * FaultScenario.rounds) {
            var dice = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(number))
            var state = DiskState()
            for interruption in 0..<5 {
                let what = "run \(number), interruption \(interruption), seed \(SeededGenerator.seed)"
                let recording = try await Recording(steps(using: &dice), of: scenario, from: state)
                let snapshot = try #require(recording.snapshots.randomElement(using: &dice))
                let check = PowerCutCheck(scenario: scenario, possible: recording.possible(at: snapshot), what: what)
                if Bool.random(using: &dice) {
                    let found = snapshot.state.powerCuts(limit: 4, using: &dice).randomElement(using: &dice)
                    state = await check.check(try #require(found))
                } else {
                    let found = await check.check(snapshot.state.withoutProcesses)
                    state = try await acknowledgeAgain(on: found, what, using: &dice)
                }
            }
        }
    }

    /// A program started after another was killed may find changes that never became durable. Once a change of its own
    /// is acknowledged, everything it found is durable.
    private func acknowledgeAgain(
        on state: DiskState, _ what: String, using dice: inout SeededGenerator
    ) async throws -> DiskState {
        let number = Int.random(in: 10..<20, using: &dice)
        let recording = try await Recording(
            [.choose("color \(number)"), .linkInKeyValueStore(number), .add(number)], of: scenario, from: state)
        let snapshot = try #require(recording.snapshots.last)
        let check = PowerCutCheck(
            scenario: scenario, possible: recording.possible(at: snapshot), what: "after a kill, \(what)")
        var end = snapshot.state
        for state in snapshot.state.powerCuts(limit: 4, using: &dice) { end = await check.check(state) }
        return end
    }

    private func steps(using dice: inout SeededGenerator) -> [Step] {
        (0..<4).map { _ in
            let number = Int.random(in: 1..<6, using: &dice)
            return switch Int.random(in: 0..<8, using: &dice) {
            case 0: .remove(number)
            case 1: .link(number)
            case 2: .choose("color \(number)")
            case 3: .linkInKeyValueStore(number)
            case 4: .addLong(number, "\(dice.next())")
            default: .add(number, "text \(dice.next())")
            }
        }
    }
}
