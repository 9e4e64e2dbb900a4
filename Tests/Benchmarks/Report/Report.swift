/// The result of a run.
struct Report {
    let start: Machine
    let end: Machine
    let measurements: Measurements
    let figures: [Figure]
    let notes: [String]

    /// The groups of measurements that belong together, in reading order: an operation with a number of books.
    var groups: [[Measurement]] {
        var groups: [[Measurement]] = []
        for operation in Operation.allCases {
            let all = measurements.all.filter { $0.operation == operation }
            let sizes = Set(all.map { $0.books ?? 0 }).sorted()
            groups += sizes.map { size in all.filter { ($0.books ?? 0) == size } }
        }
        return groups
    }
}

extension [Measurement] {
    /// The measurement that others in a group are compared with: the default store.
    var own: Measurement? {
        let names = ["bookshelf", BookshelfKeeper.name(of: .file), "file"]
        return first { names.contains($0.contender) }
    }
}
