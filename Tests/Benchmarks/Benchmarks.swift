import Foundation

/// Compares, in one run and as ratios, the program and its stores with alternatives.
@main
struct Benchmarks {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") { return print(Options.usage) }
        Task {
            do {
                if try !PeakMemory.answer(arguments) { try await run(try Options(arguments)) }
                exit(0)
            } catch {
                FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
                exit(1)
            }
        }
        // Keeps the main actor on the main thread, whose processor time `TypingTrial` reads. An asynchronous `main`
        // would let any thread serve it, on Linux.
        RunLoop.main.run()
    }

    private static func run(_ options: Options) async throws {
        let bench = try Workbench(options)
        defer { bench.remove() }
        let start = Machine()
        var measurements = Measurements()
        for measure in [measureWholeProcesses, measureInside, measureTyping, measureKeys] {
            try await measure(bench, &measurements)
        }
        let report = Report(
            start: start, end: Machine(), measurements: measurements, figures: Figures.all(measurements),
            notes: bench.notes.lines)
        print(report.text)
        if let path = options.json { try report.json().write(to: URL(filePath: path)) }
    }

    private static func measureWholeProcesses(_ bench: Workbench, _ measurements: inout Measurements) async throws {
        let options = bench.options
        if options.wants(.start) {
            try await measure(try StartingTrial(bench: bench).trial(), bench, &measurements)
        }
        if options.wants(.import), let trial = try ImportingTrial(bench: bench).trial() {
            try await measure(trial, bench, &measurements)
        }
        guard KeepingTrials.areWanted(by: options) else { return }
        for size in bench.sizes {
            for trial in try await KeepingTrials(bench, books: size).trials() {
                try await measure(trial, bench, &measurements)
            }
        }
    }

    private static func measureInside(_ bench: Workbench, _ measurements: inout Measurements) async throws {
        guard InsideTrials.areWanted(by: bench.options) else { return }
        let inside = try await InsideTrials(bench)
        if bench.options.wants(.save) {
            let (trial, sessions) = try inside.saving()
            try await measure(trial, bench, &measurements)
            sessions.forEach { $0.close() }
        }
        if bench.options.wants(.lend) { try await measure(inside.lending(), bench, &measurements) }
        for trial in try await inside.reading() { try await measure(trial, bench, &measurements) }
    }

    private static func measureTyping(_ bench: Workbench, _ measurements: inout Measurements) async throws {
        guard bench.options.wants(.typing) else { return }
        try await measure(TypingTrial(bench: bench).trial(), bench, &measurements)
    }

    private static func measureKeys(_ bench: Workbench, _ measurements: inout Measurements) async throws {
        guard bench.options.wants(KeyTrial.operation) else { return }
        progress(Trial(operation: KeyTrial.operation, contenders: []))
        measurements.append(try await KeyTrial(bench: bench).measurements())
    }

    private static func measure(
        _ trial: Trial, _ bench: Workbench, _ measurements: inout Measurements
    ) async throws {
        progress(trial)
        measurements.append(try await bench.rounds(of: trial.operation).measure(trial))
    }

    private static func progress(_ trial: Trial) {
        let books = Set(trial.contenders.compactMap(\.books)).sorted().map(\.grouped).joined(separator: ", ")
        let text = books.isEmpty ? trial.operation.title : "\(trial.operation.title), \(books) books"
        FileHandle.standardError.write(Data("measuring: \(text)\n".utf8))
    }
}
