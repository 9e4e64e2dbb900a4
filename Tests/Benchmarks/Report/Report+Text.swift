import Foundation

extension Report {
    /// The report for people.
    var text: String {
        let load = [start, end].map { $0.load.map { String(format: "%.1f", $0) }.joined(separator: " ") }
        var lines = [
            "\(start.date), \(start.system), \(start.processors) processors",
            "load average (1, 5, 15 minutes): \(load[0]) at the start, \(load[1]) at the end",
            "",
            "Medians of interleaved rounds, with quartiles. \"x\": the ratio to bookshelf's file store, the median of the",
            "ratios of each round. \"CPU\": the time of all threads, in the program and the kernel. On a busy machine",
            "prefer \"least\" and \"CPU\": medians include the time spent waiting for a processor.",
        ]
        for group in groups { lines += ["", heading(of: group)] + group.map { line(for: $0, own: group.own) } }
        lines += ["", columns(["figure", "measured", "target", "verdict"], [62, 11, 14, 12])]
        lines += figures.map { figure in
            let target = (figure.mayEqual ? "at most " : "under ") + figure.unit.text(figure.target)
            let value = figure.value.map(figure.unit.text) ?? "-"
            return columns([figure.title, value, target, figure.verdict], [62, 11, 17, 12])
        }
        return (lines + [""] + notes.map { "- \($0)" }).joined(separator: "\n")
    }

    private func heading(of group: [Measurement]) -> String {
        let first = group[0]
        let title = first.books.map { "\(first.operation.title), \($0.grouped) books" } ?? first.operation.title
        let spread = first.isOfKeys ? "95th percentile" : "quartiles"
        let heads = ["least", "median", spread, "x"] + (first.operation == .memory ? [] : ["CPU"])
        return columns([title] + heads + ["rounds"], Self.widths)
    }

    private func line(for measurement: Measurement, own: Measurement?) -> String {
        let isMemory = measurement.operation == .memory
        let unit: Figure.Unit = isMemory ? .bytes : .seconds
        let spread = isMemory ? measurement.memory : measurement.wall
        let ratio = own.map { measurement.ratios(to: $0).median }.map { String(format: "%.2f", $0) } ?? ""
        let usual = measurement.isOfKeys ? measurement.processor.percentile95 : measurement.processor.median
        let processor = measurement.processor.isEmpty ? "" : Figure.Unit.seconds.text(usual)
        let quartiles =
            measurement.isOfKeys
            ? unit.text(spread.percentile95)
            : "\(unit.text(spread.lowerQuartile)) – \(unit.text(spread.upperQuartile))"
        let measured = [unit.text(spread.least), unit.text(spread.median), quartiles, ratio]
        let values = isMemory ? measured : measured + [processor]
        return columns(["  " + measurement.contender] + values + ["\(measurement.costs.count)"], Self.widths)
    }

    private static let widths = [58, 10, 10, 23, 8, 10, 6]

    /// Aligns the first text left, the others right.
    private func columns(_ texts: [String], _ widths: [Int]) -> String {
        zip(texts, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined(separator: " ")
    }
}

extension Measurement {
    /// Each key counts, so their columns say what nearly all take.
    fileprivate var isOfKeys: Bool { operation == .keys }
}

extension Figure.Unit {
    /// A value with its unit.
    func text(_ value: Double) -> String {
        switch self {
        case .times: String(format: "%.2f x", value)
        case .bytes: String(format: "%.1f MB", value / 1e6)
        case .seconds where value < 1e-3: String(format: "%.1f µs", value * 1e6)
        case .seconds where value < 1: String(format: "%.2f ms", value * 1e3)
        case .seconds: String(format: "%.2f s", value)
        }
    }
}

extension Int {
    /// With a comma between groups of three digits.
    var grouped: String {
        self < 1000 ? "\(self)" : "\((self / 1000).grouped),\(String(format: "%03d", self % 1000))"
    }
}
