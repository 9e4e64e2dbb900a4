import Domain
import FileTestSupport
import TestSupport
import Testing

@testable import App

extension CommandLineProgram {
    /// Runs a command for items.
    @discardableResult
    func items(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await run(Self.itemsLine(arguments), input: input)
    }

    /// The command line of a command for items.
    static func itemsLine(_ arguments: [String]) -> [String] { (ItemCommands.group.map { [$0] } ?? []) + arguments }

    /// The arguments that add example number `n`.
    static func addingItem(_ n: Int, _ name: String? = nil) -> [String] {
        let options = ItemField.sampled.filter { $0 != .sampleName }
            .flatMap { $0.arguments(n) }
        return itemsLine(["add", name ?? "Sample \(n)"] + options)
    }

    /// Adds example number `n`, and returns its identifier.
    @discardableResult
    func addItem(_ n: Int, _ name: String? = nil) async throws -> String {
        try await addItemTargets(n)
        let outcome = try await run(Self.addingItem(n, name))
        try #require(outcome.status == 0, "\(outcome.messages)")
        return String(outcome.output.prefix { $0 != "\t" })
    }

    /// Adds what these examples refer to.
    func addItemTargets(_ numbers: Int...) async throws {
        let library = StoreChoice.file.library(in: libraryFile("").path, Variables { _ in nil })
        try await library.saveTargets(of: numbers.map { itemDraft($0) })
    }

    /// The names of the items that `list` prints.
    func itemNames(_ options: String...) async throws -> [String] {
        let names = ["list", "--columns", ItemField.sampleName.rawValue]
        let outcome = try await run(Self.itemsLine(names + options))
        #expect(outcome.status == 0, "\(outcome.messages)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    /// The JSON of an item with those examples, written out here.
    static func itemJSON(_ id: String, _ example: (ItemField) -> Example?) -> String {
        let members = ItemField.sampled.compactMap { field in
            example(field).map { ",\"\(field.rawValue)\":\($0.json)" }
        }
        return "{\"id\":\"\(id)\"\(members.joined())}"
    }
}

extension ItemField {
    /// The options that set example number `n`.
    func arguments(_ n: Int) -> [String] {
        switch example(n).value {
        case .flag: ["--\(option)"]
        case .names(let names): names.flatMap { ["--\(option)", $0] }
        default: ["--\(option)", example(n).text]
        }
    }
}
