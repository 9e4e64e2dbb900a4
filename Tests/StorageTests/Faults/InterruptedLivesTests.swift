import StorageTestSupport
import Testing

@testable import Storage

/// Stores that are interrupted again and again: programs killed and power cut at any moment, by chance.
struct InterruptedLivesTests {
    private let scenario = FaultScenario(testDescription: "a life", before: [], act: .add(1))

    @Test func nothingAcknowledgedIsEverLost() async throws {
        for number in 0..<(12 * Dice.rounds) {
            var dice = Dice(seed: Dice.seed &+ UInt64(number))
            var state = DiskState()
            for chapter in 0..<5 {
                let what = "life \(number), chapter \(chapter), seed \(Dice.seed)"
                let recording = try await Recording(steps(using: &dice), of: scenario, from: state)
                let moment = try #require(recording.moments.randomElement(using: &dice))
                let check = PowerCutCheck(scenario: scenario, possible: recording.possible(at: moment), what: what)
                if Bool.random(using: &dice) {
                    let found = moment.state.powerCuts(limit: 4, using: &dice).randomElement(using: &dice)
                    state = await check.check(try #require(found))
                } else {
                    let found = await check.check(moment.state.withoutProcesses)
                    state = try await acknowledgeAgain(on: found, what, using: &dice)
                }
            }
        }
    }

    /// A program that starts where another was killed may find what never became durable. Once something was
    /// acknowledged to it, all that it found is there for good.
    private func acknowledgeAgain(
        on state: DiskState, _ what: String, using dice: inout Dice
    ) async throws -> DiskState {
        let number = Int.random(in: 10..<20, using: &dice)
        let recording = try await Recording(
            [.choose("color \(number)"), .linkInKeyValueStore(number), .add(number)], of: scenario, from: state)
        let moment = try #require(recording.moments.last)
        let check = PowerCutCheck(
            scenario: scenario, possible: recording.possible(at: moment), what: "after a kill, \(what)")
        var end = moment.state
        for state in moment.state.powerCuts(limit: 4, using: &dice) { end = await check.check(state) }
        return end
    }

    private func steps(using dice: inout Dice) -> [Step] {
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
