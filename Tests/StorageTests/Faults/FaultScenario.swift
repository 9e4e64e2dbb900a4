import StorageTestSupport
import Testing

@testable import Storage

/// The records stored before a fault, the operation that fails, and what the same program does next.
struct FaultScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [Step]
    let act: Step
    /// Succeeds whether or not `act` did.
    var next = Step.add(9)
    var isLink = false
    /// A call that `act` must make to be what the scenario says.
    var characteristicCall: FileError.Call?

    /// A factor for the number of states and runs.
    static let rounds: Int = environmentNumber("BOOKSHELF_FAULT_ROUNDS") ?? 1

    static let all = [
        FaultScenario(testDescription: "first save", before: [], act: .add(1)),
        FaultScenario(testDescription: "a save", before: [.add(1), .add(2)], act: .add(3)),
        FaultScenario(
            testDescription: "a save after an unfinished line", before: [.add(1), .leaveUnfinishedLine], act: .add(3),
            characteristicCall: .truncate),
        FaultScenario(
            testDescription: "a save through a link", before: [.add(1)], act: .add(3), isLink: true),
        FaultScenario(
            testDescription: "a unit of work", before: [.add(1), .add(2), .setMode(0o640)], act: .link(1)),
        FaultScenario(
            testDescription: "compaction", before: [.add(1), .setMode(0o640)] + (0..<7).map { .addLong(2, "v\($0)") },
            act: .addLong(2, "last"), characteristicCall: .rename),
        FaultScenario(testDescription: "first choice", before: [], act: .choose("never"), next: .choose("auto")),
        FaultScenario(
            testDescription: "a choice", before: [.choose("always"), .setMode(0o640)], act: .choose("never"),
            next: .choose("auto")),
        FaultScenario(
            testDescription: "a choice made again", before: [.choose("always")], act: .choose("never"),
            next: .choose("never")),
        FaultScenario(
            testDescription: "key-value store", before: [.linkInKeyValueStore(1)], act: .linkInKeyValueStore(2),
            next: .linkInKeyValueStore(3)),
        FaultScenario(
            testDescription: "repair", before: [.add(1), .setMode(0o640), .add(2), .link(3), .damage], act: .repair,
            next: .repair, characteristicCall: .rename),
    ]

    func program(_ files: any FileOperations, in directory: String) -> Program {
        Program(files: files, directory: directory)
    }

    /// A disk after all steps in `before`.
    func prepare() async throws -> DiskState {
        let disk = SimulatedDisk()
        if isLink {
            try disk.makeDirectories("/home/ana")
            try disk.makeDirectories("/home/shared")
            // A link into a directory that is missing is an error of its own.
            try disk.synchronizeDirectory("/home")
            try disk.synchronizeDirectory("/")
            try disk.makeLink("/home/ana/\(Program.journal)", to: Self.target)
            try disk.synchronizeDirectory("/home/ana")
        }
        try await prepare(disk, in: Self.directory)
        return disk.state.withoutProcesses
    }

    func prepare(_ files: any FileOperations, in directory: String) async throws {
        for step in before { try await step.run(program(files, in: directory)) }
    }

    /// The directory on the simulated disk.
    static let directory = "/home/ana"

    /// The target of the link.
    static let target = "/home/shared/target.jsonl"
}

extension Step {
    /// Changes the files without the store's knowledge.
    private static func tamper(
        _ description: String, _ change: @escaping @Sendable (OpenFile) throws(FileError) -> Void
    ) -> Step {
        Step(description) { program throws(StorageError) in
            do throws(FileError) {
                for name in try program.files.list(program.directory)
                where name.hasSuffix("s.json") || name.hasSuffix(".jsonl") {
                    let file = try OpenFile("\(program.directory)/\(name)", .readAndWrite, files: program.files)
                    try change(file)
                    try file.synchronize()
                }
            } catch {
                throw .failed(operation: "prepare", location: "the test", reason: error.reason)
            }
        }
    }

    static func setMode(_ mode: UInt32) -> Step {
        tamper("set the mode") { file throws(FileError) in try file.setMode(mode) }
    }

    static let leaveUnfinishedLine = tamper("be killed while writing") { file throws(FileError) in
        try file.write([UInt8](repeating: UInt8(ascii: "x"), count: 300), at: try file.status().size)
    }

    /// Changes one character in the second line.
    static let damage = tamper("damage") { file throws(FileError) in
        let header = try file.read(from: 0, expecting: 0).prefix { $0 != UInt8(ascii: "\n") }
        try file.write([UInt8(ascii: "#")], at: header.count + 40)
    }
}
