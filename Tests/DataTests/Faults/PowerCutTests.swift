import TestSupport
import Testing

@testable import Data

/// The power fails after every single call, and the disk is found in each legal state, or in many.
struct PowerCutTests {
    struct Script: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        var isLink = false

        var scenario: FaultScenario {
            FaultScenario(testDescription: testDescription, before: [], act: steps[0], isLink: isLink)
        }
    }

    static let scripts = [
        Script(
            testDescription: "books, people, loans",
            steps: [.add(1), .add(2), .lend(1), .remove(2), .lend(3), .add(2, "Persuasion"), .remove(1)]),
        Script(
            testDescription: "compaction in the middle",
            steps: [.add(1, "Sanditon")] + (0..<8).map { .add(2, "v\($0)") } + [.lend(3)]),
        Script(
            testDescription: "through a link",
            steps: (0..<8).map { .add(2, "v\($0)") }, isLink: true),
        Script(
            testDescription: "an unfinished line",
            steps: [.add(1), .leaveUnfinishedLine, .lend(2), .add(3)]),
        Script(
            testDescription: "settings and a key-value library",
            steps: [
                .choose("always"), .lendInKeyValueLibrary(1), .choose("never"), .choose("never"),
                .lendInKeyValueLibrary(2), .choose(nil),
            ]),
        Script(
            testDescription: "repair", steps: [.add(1), .add(2), .lend(3), .damage, .repairByAnother, .add(4)]),
    ]

    @Test(arguments: scripts)
    func whatWasAcknowledgedSurvives(_ script: Script) async throws {
        try await check(script, limit: 10 * Dice.rounds)
    }

    /// All of the states.
    @Test(arguments: [
        Script(testDescription: "a save", steps: [.add(1), .lend(2)]),
        Script(testDescription: "a save after an unfinished line", steps: [.add(1), .leaveUnfinishedLine, .add(2)]),
    ])
    func aSaveMayBeTornAnywhere(_ script: Script) async throws {
        try await check(script, limit: 4000)
    }

    private func check(_ script: Script, limit: Int) async throws {
        var dice = Dice(seed: Dice.seed)
        let scenario = script.scenario
        let recording = try await Recording(script.steps, of: scenario, from: try await scenario.prepare())
        for (number, moment) in recording.moments.enumerated() {
            let what = "after change \(number), \(moment.acknowledged) steps acknowledged, seed \(Dice.seed)"
            let check = PowerCutCheck(scenario: scenario, possible: recording.possible(at: moment), what: what)
            for state in moment.state.powerCuts(limit: limit, using: &dice) { await check.check(state) }
        }
    }
}
