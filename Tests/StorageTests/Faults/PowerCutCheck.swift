import Testing

@testable import Storage

/// Checks what a program started after a power cut finds.
struct PowerCutCheck {
    let scenario: FaultScenario
    let possible: [Contents]
    let what: String
    /// Bytes in the journal that are no acknowledged lines. They must stay there, or be in a copy.
    var rest: [UInt8] = []

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
        let isKept = state.image.contains { path, image in
            guard case .file(let file) = image, !path.contains("/.") else { return false }
            return file.bytes.firstRange(of: rest) != nil
        }
        #expect(rest.isEmpty || isKept, "bytes are lost, \(what): \(state.image)")
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
    /// What these steps, the last before this state, left in the journal besides intact lines: all of a damaged journal,
    /// or an unfinished line.
    func rest(after steps: some Sequence<Step>) -> [UInt8] {
        let journal = image.compactMap { path, image -> [UInt8]? in
            guard case .file(let file) = image, path.hasSuffix(".jsonl") else { return nil }
            return file.bytes
        }
        let (names, bytes) = (steps.map(\.description), journal.first ?? [])
        if names.contains(Step.damage.description) { return bytes }
        guard names.contains(Step.leaveUnfinishedLine.description) else { return [] }
        return Array(bytes.split(separator: UInt8(ascii: "\n")).last ?? [])
    }

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
