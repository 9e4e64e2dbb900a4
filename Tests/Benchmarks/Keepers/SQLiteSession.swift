import Foundation

/// One long-lived `sqlite3` process that reads statements from a pipe, and reports on another that each is done. So an
/// insert costs its `fdatasync`, but not starting a program or opening a database.
final class SQLiteSession {
    private let process = Process()
    private let statements = Pipe()
    private let answers = Pipe()
    private static let marker = Array("done\n".utf8)

    init(program: String, database: String) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = ["-batch", database]
        process.standardInput = statements
        process.standardOutput = answers
        try process.run()
    }

    /// Sends a line of SQL and waits until it is done. The shell processes one line at a time, and flushes its output
    /// before it reads the next. Returns the output.
    @discardableResult
    func run(_ sql: String) throws -> String {
        try send(sql + "\n.print done\n")
        var answer: [UInt8] = []
        while !answer.suffix(Self.marker.count).elementsEqual(Self.marker) {
            let bytes = answers.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BenchmarkError("sqlite3 ended before it answered") }
            answer += bytes
        }
        return String(decoding: answer.dropLast(Self.marker.count), as: UTF8.self)
    }

    func close() {
        try? statements.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func send(_ text: String) throws {
        try statements.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }
}
