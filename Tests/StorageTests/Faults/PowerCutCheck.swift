import Testing

@testable import Storage

/// Checks what a program started after a power cut finds.
struct PowerCutCheck {
    let scenario: FaultScenario
    let possible: [Contents]
    let what: String

    /// Returns the disk after the check.
    @discardableResult
    func check(_ state: DiskState) async -> DiskState {
        let disk = SimulatedDisk(state)
        let program = scenario.program(disk, in: FaultScenario.directory)
        var found = await program.contents()
        if found.isDamaged, !possible.contains(found) {
            // If the end of a file was never written, it may be zeros, which no program can distinguish from damage.
            #expect(state.hasZeroBytes, "damaged without a zero byte, \(what): \(state.image)")
            let failure = await Step.repair.failure(in: program)
            #expect(failure == nil, "repair, \(what)")
            found = await program.contents()
        }
        if !possible.contains(found) {
            Issue.record("after a power cut, \(what)\nfound \(found)\nnot \(possible)\non \(state.image)")
        }
        for (path, image) in state.image {
            guard case .file(let file) = image, !path.contains("/."), !path.hasSuffix(".lock") else { continue }
            #expect(file.mode == scenario.mode(of: path), "mode of \(path), \(what)")
        }
        return disk.state.withoutProcesses
    }
}

extension FaultScenario {
    /// Files have the mode that was set; copies and new files have mode 0600.
    fileprivate func mode(of path: String) -> UInt32 {
        let isSet = before.contains { $0.description == "set the mode" }
        let isAboutSettings = act.description.contains("choose")
        let name = isAboutSettings ? "settings.json" : Program.journal
        return isSet && path.hasSuffix("/\(name)") ? 0o640 : 0o600
    }
}

extension DiskState {
    var withoutProcesses: DiskState {
        var state = self
        state.endProcesses()
        return state
    }

    fileprivate var hasZeroBytes: Bool {
        image.contains { path, image in
            guard path.hasSuffix(".jsonl"), case .file(let file) = image else { return false }
            return file.bytes.contains(0)
        }
    }
}
