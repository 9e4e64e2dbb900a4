import Foundation
import TestTraits
import Testing

/// Many processes use one library.
@Suite(.fewAtATime, .endsIfItHangs)
struct ManyProcessesTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    /// Runs the command lines concurrently; again, while the others keep the library busy for longer than one waits.
    private func outcomes(_ commandLines: [[String]]) async throws -> [CommandLineProgram.Outcome] {
        try await withThrowingTaskGroup { group in
            for arguments in commandLines {
                group.addTask { [bookshelf] in
                    while true {
                        let outcome = try await bookshelf.runExactly(arguments + ["--directory", "."])
                        let isBusy = outcome.messages.contains("other programs have been using")
                        if outcome.status != 74 || !isBusy { return outcome }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// The lines of the list.
    private func list() async throws -> [Substring] {
        try await bookshelf.runExactly(["list", "--directory", "."]).output.split(separator: "\n")
    }

    @Test func fiftyConcurrentAddsAreAllKept() async throws {
        let added = try await outcomes((1...50).map { ["add", "Book \($0)", "--author", "Jane Austen"] })
        #expect(added.allSatisfy { $0.status == 0 })
        let acknowledged = Set(added.map(\.output))
        #expect(acknowledged.count == 50)
        #expect(Set(try await list().map { $0 + "\n" }) == acknowledged)
    }

    @Test func aBookIsLentOnceWhileOthersAdd() async throws {
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--directory", ".")
        let commandLines = (1...12).flatMap { number in
            [["add", "Book \(number)", "--author", "Jane Austen"], ["lend", "dune", "--to", "Ana \(number)"]]
        }
        let statuses = try await outcomes(commandLines).map(\.status)
        #expect(statuses.count { $0 == 0 } == 13)
        #expect(statuses.count { $0 == 1 } == 11)
        #expect(try await list().count { $0.contains("\tBook ") } == 12)
        #expect(try await bookshelf.run("list", "dune", "--lent", "--directory", ".").output.contains("Ana"))
    }
}
