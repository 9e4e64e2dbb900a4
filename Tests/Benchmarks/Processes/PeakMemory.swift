import Foundation

/// The peak memory of a program.
///
/// Linux counts the parent's peak memory at the start towards the child's (`setmax_mm_hiwater_rss` in `fs/exec.c`), and
/// this program holds large libraries. So it starts itself again, and that process starts the program to measure. The
/// least it can measure is that process's own memory, about 12 MB.
enum PeakMemory {
    private static let word = "--measure-memory"

    /// Runs the program to its end.
    static func measure(_ invocation: Invocation, in processes: ChildProcess) throws -> Cost {
        guard let this = Bundle.main.executablePath else {
            throw BenchmarkError("the path of this program is unknown")
        }
        let arguments = [word, processes.scratch, invocation.program] + invocation.arguments
        let text = try processes.output(of: Invocation(program: this, arguments: arguments))
        guard let memory = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkError("not a number: \(text)")
        }
        return Cost(wall: .zero, memory: memory)
    }

    /// Handles the arguments that `measure` starts this program with. Returns whether they were such.
    static func answer(_ arguments: [String]) throws -> Bool {
        guard arguments.first == word, arguments.count >= 3 else { return false }
        let invocation = Invocation(program: arguments[2], arguments: Array(arguments[3...]))
        // A subfolder, so that the messages of the two processes aren't mixed.
        let scratch = arguments[1] + "/memory"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        print(try ChildProcess(scratch: scratch).run(invocation).memory ?? 0)
        return true
    }
}
