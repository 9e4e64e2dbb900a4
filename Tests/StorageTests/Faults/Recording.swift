import Synchronization

@testable import Storage

/// A program's steps on a simulated disk, and the disk as it was after every single call.
struct Recording {
    /// The disk at one moment, and how many steps were acknowledged by then.
    struct Moment: Sendable {
        let state: DiskState
        let acknowledged: Int
    }

    let moments: [Moment]
    /// What there is to read after none, one, two … of the steps.
    let contents: [Contents]

    init(_ steps: [Step], of scenario: FaultScenario, from state: DiskState) async throws {
        let disk = SimulatedDisk(state)
        let recorder = Recorder(disk)
        let program = scenario.program(WatchedFiles(base: disk, watcher: recorder), in: FaultScenario.directory)
        var contents = [await scenario.program(disk, in: FaultScenario.directory).contents()]
        for step in steps {
            try await step.run(program)
            recorder.acknowledge()
            contents.append(await scenario.program(disk, in: FaultScenario.directory).contents())
        }
        self.moments = recorder.moments
        self.contents = contents
    }

    /// What may be found when the program ends at that moment: what was acknowledged, and perhaps what was on its way.
    func possible(at moment: Moment) -> [Contents] {
        Array(contents[moment.acknowledged...].prefix(2))
    }
}

private final class Recorder: CallWatcher {
    private let disk: SimulatedDisk
    private let progress: Mutex<(acknowledged: Int, moments: [Recording.Moment])>

    init(_ disk: SimulatedDisk) {
        self.disk = disk
        self.progress = Mutex((0, [Recording.Moment(state: disk.state, acknowledged: 0)]))
    }

    var moments: [Recording.Moment] { progress.withLock { $0.moments } }

    func willMake(_ call: FileCall) -> Int { .max }

    func didMakeCall() {
        take { _ in }
    }

    func acknowledge() {
        take { $0 += 1 }
    }

    /// Calls that change nothing make no new moment.
    private func take(_ change: (inout Int) -> Void) {
        let state = disk.state
        progress.withLock { progress in
            let before = progress.acknowledged
            change(&progress.acknowledged)
            guard progress.moments.last?.state.generation != state.generation || progress.acknowledged != before
            else { return }
            progress.moments.append(Recording.Moment(state: state, acknowledged: progress.acknowledged))
        }
    }
}
