import Foundation

/// The command-line options.
struct Options {
    var isQuick = false
    var only: Set<String> = []
    var json: String?
    var scratch: String
    var realBooks = "../shared/data/goodbooks-10k/books.csv"
    private var program: String?

    static let usage = """
        usage: Benchmarks [<bookshelf>] [--quick] [--only <name>]… [--json <file>] [--scratch <folder>]

        Compares the program and its stores with alternatives. <bookshelf> is a release build of the program; by default,
        the one beside this program.

          --quick             up to 10,000 books and few rounds: half a minute instead of ten, but less reliable
          --only <name>       measure only this: \(Operation.allCases.map(\.rawValue).joined(separator: ", "))
          --json <file>       also write all measurements to a file
          --scratch <folder>  where to keep the stores, on the disk to measure; by default beside this program
        """

    init(_ arguments: [String]) throws {
        scratch = Self.ownFolder
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--only": only.insert(try Self.operation(try Self.value(of: word, &rest)))
            case "--json": json = try Self.value(of: word, &rest)
            case "--scratch": scratch = try Self.value(of: word, &rest)
            case _ where word.hasPrefix("-") || program != nil:
                throw BenchmarkError("unexpected argument \(word)\n\(Self.usage)")
            default: program = word
            }
        }
    }

    func wants(_ operation: Operation) -> Bool {
        only.isEmpty || only.contains(operation.rawValue)
    }

    /// The path of the program to measure.
    func findProgram() throws -> String {
        let path = URL(filePath: program ?? Self.ownFolder + "/bookshelf").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchmarkError("\(path) is not a program: build it, or name another\n\(Self.usage)")
        }
        return path
    }

    private static var ownFolder: String {
        URL(filePath: Bundle.main.executablePath ?? ".").deletingLastPathComponent().path
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value\n\(usage)") }
        return value
    }

    private static func operation(_ name: String) throws -> String {
        guard Operation(rawValue: name) != nil else { throw BenchmarkError("--only has no value \(name)\n\(usage)") }
        return name
    }
}
