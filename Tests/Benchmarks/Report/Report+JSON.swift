import Foundation

extension Report {
    /// The report for programs: every round of every contender. Times are in seconds, memory in bytes; values that
    /// weren't measured are omitted.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(Document(self)) + Data("\n".utf8)
    }
}

private struct Document: Encodable {
    let date, system: String
    let processors: Int
    let loadAtStart, loadAtEnd: [Double]
    let figures: [FigureObject]
    let measurements: [MeasurementObject]
    let notes: [String]

    init(_ report: Report) {
        date = report.start.date
        system = report.start.system
        processors = report.start.processors
        loadAtStart = report.start.load
        loadAtEnd = report.end.load
        figures = report.figures.map(FigureObject.init)
        measurements = report.measurements.all.map(MeasurementObject.init)
        notes = report.notes
    }
}

private struct FigureObject: Encodable {
    let figure, unit, verdict: String
    let value: Double?
    let target: Double

    init(_ figure: Figure) {
        self.figure = figure.title
        unit = figure.unit.rawValue
        verdict = figure.verdict
        value = figure.value
        target = figure.target
    }
}

private struct MeasurementObject: Encodable {
    let operation, contender: String
    let books: Int?
    let wall, processor, memory: [Double]

    init(_ measurement: Measurement) {
        operation = measurement.operation.rawValue
        contender = measurement.contender
        books = measurement.books
        wall = measurement.operation == .memory ? [] : measurement.costs.map { $0.wall.inSeconds }
        processor = measurement.costs.compactMap { $0.processor?.inSeconds }
        memory = measurement.costs.compactMap { $0.memory.map(Double.init) }
    }
}
