/// The result of a run.
struct Report {
    let start: Machine
    let end: Machine
    let measurements: Measurements
    let figures: [Figure]
    let notes: [String]

    /// What belongs together, in the order in which it is best read: an operation with so many books.
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
    /// The one that all others of a group are held against: the default store.
    var own: Measurement? {
        let names = ["bookshelf", BookshelfKeeper.name(of: .file), "file"]
        return first { names.contains($0.contender) }
    }
}
