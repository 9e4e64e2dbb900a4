import StorageTestSupport
import Testing

@testable import Storage

/// The power fails after every single call, and the disk is checked in all legal states, or in many of them.
struct PowerCutTests {
    struct Script: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        var isLink = false
        var compacts = false

        var scenario: FaultScenario {
            FaultScenario(testDescription: testDescription, before: [], act: steps[0], isLink: isLink)
        }
    }

    static let scripts = [
        Script(
            testDescription: "notes, tags, links",
            steps: [.add(1), .add(2), .link(1), .remove(2), .link(3), .add(2, "changed"), .remove(1)]),
        Script(
            testDescription: "compaction in the middle",
            steps: [.add(1)] + (0..<9).map { .addLong(2, "v\($0)") } + [.link(3)], compacts: true),
        Script(
            testDescription: "through a link",
            steps: (0..<9).map { .addLong(2, "v\($0)") }, isLink: true, compacts: true),
        Script(
            testDescription: "an unfinished line",
            steps: [.add(1), .leaveUnfinishedLine, .link(2), .add(3)]),
        Script(
            testDescription: "settings and a key-value store",
            steps: [
                .choose("always"), .linkInKeyValueStore(1), .choose("never"), .choose("never"),
                .linkInKeyValueStore(2), .choose(nil),
            ]),
        Script(
            testDescription: "repair", steps: [.add(1), .add(2), .link(3), .damage, .repairByAnother, .add(4)]),
    ]

    @Test(arguments: scripts)
    func acknowledgedChangesSurvive(_ script: Script) async throws {
        try await check(script, limit: 10 * FaultScenario.rounds)
    }

    /// Checks all states.
    @Test(arguments: [
        Script(testDescription: "a save", steps: [.add(1), .link(2)]),
        Script(testDescription: "a save after an unfinished line", steps: [.add(1), .leaveUnfinishedLine, .add(2)]),
    ])
    func aSaveMayBeTornAnywhere(_ script: Script) async throws {
        try await check(script, limit: 4000)
    }

    private func check(_ script: Script, limit: Int) async throws {
        var dice = SeededGenerator()
        let scenario = script.scenario
        let recording = try await Recording(script.steps, of: scenario, from: try await scenario.prepare())
        let sizes = recording.snapshots.map(\.state.journalSize)
        #expect(zip(sizes, sizes.dropFirst()).contains { $0 > 60_000 && $1 < $0 / 2 } == script.compacts)
        var rest: [UInt8] = []
        var acknowledged = 0
        for (number, snapshot) in recording.snapshots.enumerated() {
            if snapshot.acknowledged > acknowledged {
                acknowledged = snapshot.acknowledged
                let found = snapshot.state.rest(after: [script.steps[acknowledged - 1]])
                if !found.isEmpty { rest = found }
            }
            let steps = "\(snapshot.acknowledged) steps acknowledged"
            let what = "after change \(number), \(steps), seed \(SeededGenerator.seed)"
            let check = PowerCutCheck(
                scenario: scenario, possible: recording.possible(at: snapshot), what: what, rest: rest)
            for state in snapshot.state.powerCuts(limit: limit, using: &dice) { await check.check(state) }
        }
    }
}

extension DiskState {
    /// The size of the longest journal.
    fileprivate var journalSize: Int {
        image.reduce(0) { longest, found in
            guard case .file(let file) = found.value, found.key.hasSuffix(".jsonl") else { return longest }
            return max(longest, file.bytes.count)
        }
    }
}
