/// The targets that the project has set itself.
enum Figures {
    static func all(_ measured: Measurements) -> [Figure] {
        [starting(measured)] + saving(measured) + adding(measured)
            + [10_000, 100_000].flatMap { listing(measured, $0) } + [
                memory(measured), importing(measured), typing(measured),
                keys(measured, 10_000, most: 0.016), keys(measured, 100_000, most: 0.05),
            ]
    }

    private static let file = BookshelfKeeper.name(of: .file)

    private static func starting(_ measured: Measurements) -> Figure {
        let empty = measured.find(.start, StartingTrial.emptyProgram, nil)
        let value = measured.find(.start, "bookshelf", nil).against(empty)
        return Figure(
            title: "starting, against an empty program", value: value, unit: .times, target: 1.5, mayEqual: true)
    }

    private static func saving(_ measured: Measurements) -> [Figure] {
        let few = measured.find(.save, "file", 100)
        let growth = measured.find(.save, "file", 100_000).against(few)
        let title = "one save with 100,000 books, against 100"
        return [Figure(title: title, value: growth, unit: .times, target: 1.2, mayEqual: true)]
            + [100, 10_000, 100_000].map { books in
                let value = measured.find(.save, "file", books)
                    .against(measured.find(.save, InsideTrials.sqlite, books))
                let title = "one save with \(books.grouped) books, against one SQLite insert"
                return Figure(title: title, value: value, unit: .times, target: 1, mayEqual: true)
            }
    }

    private static func adding(_ measured: Measurements) -> [Figure] {
        [(10_000, 0.02), (100_000, 0.06)].map { books, target in
            Figure(
                title: "add with \(books.grouped) books", value: measured.find(.add, file, books)?.wall.median,
                unit: .seconds, target: target, mayEqual: false)
        }
    }

    private static func listing(_ measured: Measurements, _ books: Int) -> [Figure] {
        [(Operation.list, "list"), (.search, "list <text>"), (.json, "list --json")].flatMap { operation, command in
            let own = measured.find(operation, file, books)
            let worst = { (names: [String]) in
                names.compactMap { own.against(measured.find(operation, $0, books)) }.max()
            }
            let title = "\(command) with \(books.grouped) books"
            let sqlite = Figure(
                title: "\(title), against the faster sqlite3",
                value: worst([true, false].map(SQLiteKeeper.name(indexed:))), unit: .times, target: 2, mayEqual: true)
            guard books == 10_000 else { return [sqlite] }
            let keyValue = Figure(
                title: "\(title), against the key-value store", value: worst([BookshelfKeeper.name(of: .keyvalue)]),
                unit: .times, target: 1, mayEqual: false)
            return [sqlite, keyValue]
        }
    }

    private static func memory(_ measured: Measurements) -> Figure {
        Figure(
            title: "memory of list with 100,000 books", value: measured.find(.memory, file, 100_000)?.memory.median,
            unit: .bytes, target: 200_000_000, mayEqual: false)
    }

    private static func importing(_ measured: Measurements) -> Figure {
        Figure(
            title: "import of 10,000 real books", value: measured.find(.import, file, nil)?.wall.median,
            unit: .seconds, target: 0.5, mayEqual: false)
    }

    private static func typing(_ measured: Measurements) -> Figure {
        let longest = measured.find(.typing, TypingTrial.allRows, 100_000)?.wall.sorted.last
        return Figure(
            title: "the main actor's longest turn while typing in 100,000 books", value: longest, unit: .seconds,
            target: 0.004, mayEqual: true)
    }

    /// That of all keys of the script, in the library where it is longest.
    private static func keys(_ measured: Measurements, _ books: Int, most: Double) -> Figure {
        let all = measured.all.filter {
            $0.operation == KeyTrial.operation && $0.books == books && $0.contender.hasSuffix(KeyTrial.allKeys)
        }
        return Figure(
            title: "95th percentile of a key's answer with \(books.grouped) books",
            value: all.map(\.wall.percentile95).max(), unit: .seconds, target: most, mayEqual: true)
    }
}

extension Measurement? {
    /// The ratio to the other; nil if one of them was not measured.
    fileprivate func against(_ other: Measurement?) -> Double? {
        guard let self, let other else { return nil }
        let ratios = self.ratios(to: other)
        return ratios.isEmpty ? nil : ratios.median
    }
}
