import FileTestSupport
import Testing

@testable import Storage

/// A journal of format version 1 as another version of the program may have written it: compacted, with members unknown
/// to this version, and with two lines appended since.
enum JournalFixture {
    static let format = "garden-plan"
    static let beds = RecordKind(singular: "bed", plural: "beds")
    static let plants = RecordKind(singular: "plant", plural: "plants")

    /// A record without line breaks.
    static func record(_ id: String, _ name: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","name":"\#(name)"\#(more)}"#
    }

    static let roses = record("b1", "Roses", #","x-unknown":[474,{"x":null}]"#)
    static let herbs = record("b2", "Herbs")
    static let peas = record("b3", "Peas")
    static let beans = record("b3", "Beans")
    static let leeks = record("b9", "Leeks")
    static let thyme = record("p1", "Thyme", #","x-code":"\u0030""#)

    /// Five lines with their line feeds.
    static let lines: [[UInt8]] = {
        var header = JournalHeader(format: format, first: 7, settled: 8)
        header.unknown = [.init(name: "x-madeBy", value: Array(#"{"name":"a later version"}"#.utf8))]
        return [
            header.line,
            line(7, #""beds":[\#(roses),\#(herbs)]"#),
            line(8, #""beds":[\#(peas)],"plants":[\#(thyme)]"#),
            line(9, #""x-note":"of a later version","x-kind":[{"id":"x1"}],"x-tags":["a"]"#),
            line(10, #""beds":[\#(beans)]"#),
        ]
    }()

    static let bytes = Array(lines.joined())

    /// The current records. The last unit of work has replaced the peas.
    static let kept = [roses, herbs, beans, thyme]

    /// A unit of work with its checksum.
    static func line(_ sequence: Int, _ members: String) -> [UInt8] {
        ChecksummedLine.make { writer in
            writer.member("sequence", sequence)
            var members = members
            members.withUTF8 { text in
                var scanner = JSONScanner(text)
                while scanner.position < text.count, let name = try? scanner.string() {
                    scanner.position += 1
                    guard let value = try? scanner.skip() else { return }
                    writer.name(name)
                    writer.raw(text[value])
                    scanner.position += 1
                }
            }
        }
    }

    /// A directory with a journal in it.
    static func file(_ bytes: [UInt8] = bytes) throws -> TestFile {
        let file = try TemporaryDirectory().file("plan.jsonl")
        try file.write(bytes)
        return file
    }
}

extension TestFile {
    /// A new instance of the store in this file, as another process would open it.
    func journal(
        files: any FileOperations = POSIXFiles(), patience: Duration = .seconds(10), watcher: FileWatcher = .notified,
        notice: @escaping @Sendable (StorageNotice) -> Void = { _ in }
    ) -> any RepairableRecordStore {
        JournalStore(
            path: path, format: JournalFixture.format, files: files, patience: patience, watcher: watcher,
            notice: notice)
    }

    /// Compacts the journal in this file, regardless of its size.
    func compact() throws {
        var journal = Journal(path: path, format: JournalFixture.format, files: POSIXFiles())
        try journal.refresh()
        try journal.compact()
    }
}

extension RecordStore {
    /// Saves records in one unit of work; each begins with its identifier.
    func keep(_ records: String..., of kind: RecordKind = JournalFixture.beds) async throws(StorageError) {
        let changes = records.map { RecordChange(kind: kind, id: JournalFixture.id(of: $0), json: Array($0.utf8)) }
        try await perform { _ throws(StorageError) in (changes, ()) }
    }

    func forget(_ id: String, of kind: RecordKind = JournalFixture.beds) async throws(StorageError) {
        let change = RecordChange(kind: kind, id: JournalFixture.id(id), json: nil)
        try await perform { _ throws(StorageError) in ([change], ()) }
    }
}

extension RecordReader {
    /// All records of the fixture's kinds.
    func kept() async throws(StorageError) -> [String] {
        let news = try await news(of: [JournalFixture.beds, JournalFixture.plants], since: nil)
        return JournalFixture.texts(of: news)
    }

    func record(_ id: String, of kind: RecordKind = JournalFixture.beds) async throws(StorageError) -> String? {
        try await records([JournalFixture.id(id)], of: kind).texts.first
    }
}

extension JournalFixture {
    static func texts(of news: RecordNews) -> [String] {
        [beds, plants].flatMap { news.changes[$0]?.saved.texts ?? [] }
    }

    static func id(_ text: String) -> RecordID {
        guard let id = RecordID(text) else { preconditionFailure("\(text) is not an identifier") }
        return id
    }

    static func id(of record: String) -> RecordID {
        id(String(record.dropFirst(#"{"id":""#.count).prefix { $0 != "\"" }))
    }
}

extension RecordBatch {
    /// The text of each record.
    var texts: [String] { rows.map { String(decoding: bytes[$0.range], as: UTF8.self) } }
}

extension JournalFixture {
    /// The line with the right checksum.
    static func signed(_ line: [UInt8]) -> [UInt8] {
        let prefix = #"{"crc32c":"00000000","#.utf8.count
        let checksum = line[prefix...].dropLast().withUnsafeBytes { crc32c($0) }
        return Array(#"{"crc32c":""#.utf8) + hexadecimal(checksum) + Array(#"","#.utf8) + line[prefix...]
    }
}

/// For use inside a unit of work, which can only throw `StorageError`.
func expectNoError(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        Issue.record(error)
    }
}
