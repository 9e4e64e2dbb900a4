import Foundation

/// The most memory that a program holds.
///
/// Linux counts towards a child what the parent held when it started it (`setmax_mm_hiwater_rss` in `fs/exec.c`), and
/// this program holds libraries of many books. So it starts itself anew, to start the program that counts: of that,
/// about 12 MB is the least it can tell.
enum PeakMemory {
    private static let word = "--measure-memory"

    /// Runs the program to its end.
    static func measure(_ invocation: Invocation, in processes: ChildProcess) throws -> Cost {
        guard let this = Bundle.main.executablePath else {
            throw BenchmarkError("where this program lies is not known")
        }
        let arguments = [word, processes.scratch, invocation.program] + invocation.arguments
        let text = try processes.output(of: Invocation(program: this, arguments: arguments))
        guard let memory = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkError("no number: \(text)")
        }
        return Cost(wall: .zero, memory: memory)
    }

    /// Does what `measure` starts this program for, and tells whether it was.
    static func answer(_ arguments: [String]) throws -> Bool {
        guard arguments.first == word, arguments.count >= 3 else { return false }
        let invocation = Invocation(program: arguments[2], arguments: Array(arguments[3...]))
        // A folder below, so that what the program says does not get among what this one says.
        let scratch = arguments[1] + "/memory"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        print(try ChildProcess(scratch: scratch).run(invocation).memory ?? 0)
        return true
    }
}
