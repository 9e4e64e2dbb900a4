import Domain
import Foundation

/// Adding and listing with whole processes, ours and others.
struct KeepingTrials {
    let bench: Workbench
    let keepers: [any BookKeeper]
    let books: Int

    private static let operations: [Operation] = [.list, .search, .json, .memory, .add]

    /// Whether any of this is to be measured.
    static func areWanted(by options: Options) -> Bool {
        operations.contains { options.wants($0) }
    }

    /// Stores this many books with each program.
    init(_ bench: Workbench, books: Int) async throws {
        self.bench = bench
        self.books = books
        keepers = try Self.keepers(bench, books)
        for keeper in keepers {
            try await keeper.fill(with: bench.supply.initial(books))
            if let less = keeper.doesLess { bench.notes.add("\(keeper.name) does less: \(less)") }
        }
    }

    /// Adding comes last, because it changes what is listed.
    func trials() throws -> [Trial] {
        try Self.operations.filter(bench.options.wants).map { operation in
            switch operation {
            case .add: adding()
            case .memory: try measuringMemory()
            case .search: try listing(operation, .search(Workbench.searchWord))
            case .json: try listing(operation, .json)
            default: try listing(operation, .list)
            }
        }
    }

    /// Before measuring, checks that all programs list the same titles.
    private func listing(_ operation: Operation, _ errand: Errand) throws -> Trial {
        var contenders: [Contender] = []
        var expected: [String]?
        for keeper in keepers {
            let invocation = try keeper.invocation(for: errand)
            let titles = try keeper.titles(in: bench.processes.output(of: invocation), of: errand)
            let wanted = expected ?? titles
            expected = wanted
            let name = "\(operation.rawValue), \(books.grouped) books: \(keeper.name)"
            guard titles.sorted() == wanted.sorted(), !titles.isEmpty else {
                bench.notes.add(
                    "\(name) is left out: it printed \(titles.count) of \(wanted.count) rows, or other titles")
                continue
            }
            if errand.isWhole, titles.count != books { throw BenchmarkError("\(name) printed \(titles.count) rows") }
            bench.notes.add(
                "\(name) printed \(titles.count.grouped) rows\(titles == wanted ? "" : ", in another order")")
            contenders.append(Contender(name: keeper.name, books: books) { try bench.processes.run(invocation) })
        }
        return Trial(operation: operation, contenders: contenders, isWarm: true)
    }

    private func measuringMemory() throws -> Trial {
        bench.notes.add("memory: the least that can be measured is about 12 MB")
        let contenders = try keepers.map { keeper in
            let invocation = try keeper.invocation(for: .list)
            return Contender(name: keeper.name, books: books) {
                try PeakMemory.measure(invocation, in: bench.processes)
            }
        }
        return Trial(operation: .memory, contenders: contenders, isWarm: true)
    }

    private func adding() -> Trial {
        let contenders = keepers.map { keeper in
            let supply = bench.supply.more()
            return Contender(name: keeper.name, books: books) {
                try bench.processes.run(try keeper.invocation(for: .add(try supply.next())))
            }
        }
        bench.notes.add(
            "add: each sqlite3 process also moves its insert from the WAL into the database when it closes it")
        return Trial(operation: .add, contenders: contenders)
    }

    private static func keepers(_ bench: Workbench, _ books: Int) throws -> [any BookKeeper] {
        let program = bench.bookshelf
        let folder = { (name: String) in try bench.folder("\(books)/\(name)") }
        var keepers: [any BookKeeper] = [
            BookshelfKeeper(program: program, store: .file, directory: try folder("file")),
            BookshelfKeeper(program: program, store: .keyvalue, directory: try folder("keyvalue")),
        ]
        if let sqlite = bench.tool("sqlite3") {
            for isIndexed in [false, true] {
                keepers.append(
                    SQLiteKeeper(
                        program: sqlite, isIndexed: isIndexed, directory: try folder("sqlite-\(isIndexed)"),
                        processes: bench.processes))
            }
        }
        return keepers
    }
}

extension Errand {
    fileprivate var isWhole: Bool {
        switch self {
        case .list, .json: true
        case .search, .add: false
        }
    }
}
