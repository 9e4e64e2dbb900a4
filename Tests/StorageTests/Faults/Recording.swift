import FileTestSupport
import Synchronization

@testable import Storage

/// A program's steps on a simulated disk, with a snapshot of the disk after every call.
struct Recording {
    /// A snapshot of the disk, and the number of steps acknowledged by then.
    struct Snapshot: Sendable {
        let state: DiskState
        let acknowledged: Int
    }

    let snapshots: [Snapshot]
    /// The contents after none, one, two … of the steps.
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
        self.snapshots = recorder.snapshots
        self.contents = contents
    }

    /// The contents that may be found if the program ends at this snapshot: with all acknowledged steps, and perhaps
    /// the next.
    func possible(at snapshot: Snapshot) -> [Contents] {
        Array(contents[snapshot.acknowledged...].prefix(2))
    }
}

private final class Recorder: CallWatcher {
    private let disk: SimulatedDisk
    private let progress: Mutex<(acknowledged: Int, snapshots: [Recording.Snapshot])>

    init(_ disk: SimulatedDisk) {
        self.disk = disk
        self.progress = Mutex((0, [Recording.Snapshot(state: disk.state, acknowledged: 0)]))
    }

    var snapshots: [Recording.Snapshot] { progress.withLock { $0.snapshots } }

    func willMake(_ call: FileCall) -> Int { .max }

    func didMakeCall() {
        record { _ in }
    }

    func acknowledge() {
        record { $0 += 1 }
    }

    /// Adds a snapshot, unless nothing has changed.
    private func record(_ change: (inout Int) -> Void) {
        let state = disk.state
        progress.withLock { progress in
            let before = progress.acknowledged
            change(&progress.acknowledged)
            guard progress.snapshots.last?.state.generation != state.generation || progress.acknowledged != before
            else { return }
            progress.snapshots.append(Recording.Snapshot(state: state, acknowledged: progress.acknowledged))
        }
    }
}
