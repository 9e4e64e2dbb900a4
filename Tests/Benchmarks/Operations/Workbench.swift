import Foundation

/// The equipment for all measurements.
struct Workbench {
    /// The release build of the program.
    let bookshelf: String
    /// This run's folder, removed at its end.
    let scratch: String
    let processes: ChildProcess
    let supply: BookSupply
    /// The numbers of books in libraries.
    let sizes: [Int]
    let options: Options
    let notes: Notes

    /// About one book in ten has this word in its title or an author's name, never with an accent.
    static let searchWord = "winter"

    init(_ options: Options) throws {
        self.options = options
        bookshelf = try options.findProgram()
        scratch = "\(options.scratch)/bookshelf-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
        processes = ChildProcess(scratch: scratch)
        sizes = options.isQuick ? [100, 10_000] : [100, 10_000, 100_000]
        supply = try BookSupply(most: sizes.max() ?? 0)
        notes = Notes()
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: scratch)
    }

    /// Creates an empty folder with this name.
    func folder(_ name: String) throws -> String {
        let path = "\(scratch)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// The path of a program. If it is missing, adds a note to the report.
    func tool(_ name: String) -> String? {
        let path = Tool.find(name)
        if path == nil { notes.add("\(name) is not installed, and left out") }
        return path
    }

    func rounds(of operation: Operation) -> Rounds {
        switch operation {
        case .start:
            Rounds(most: options.isQuick ? 15 : 60, budget: .seconds(6), least: 3)
        case .add, .list, .search, .json, .import:
            options.isQuick
                ? Rounds(most: 3, budget: .milliseconds(300), least: 1)
                : Rounds(most: 15, budget: .seconds(6), least: 3)
        case .typing, .keys:
            Rounds(most: options.isQuick ? 3 : 10, budget: .seconds(30), least: 3)
        case .memory:
            // Memory hardly varies.
            Rounds(most: options.isQuick ? 1 : 3, budget: .seconds(6), least: 1)
        case .save, .lend, .find, .snapshot, .query:
            options.isQuick
                ? Rounds(most: 50, budget: .milliseconds(200), least: 1, rest: .milliseconds(1))
                : Rounds(most: 300, budget: .seconds(3), least: 3, rest: .milliseconds(2))
        }
    }
}

/// Notes for the reader of the report, each once.
final class Notes {
    private(set) var lines: [String] = []

    func add(_ line: String) {
        if !lines.contains(line) { lines.append(line) }
    }
}
