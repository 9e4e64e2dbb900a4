#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A library as it was after one of its units of work, in the words of the cluster.
struct EtcdCopy: Sendable {
    /// The latest unit of work that there was.
    let unit: Unit
    /// How many keys there are.
    let keys: Int
    /// What the cluster answered when it was asked for them, in the order of the keys.
    let answers: [Answer]

    /// Where a unit of work left its stamp, which no other has, and when. A cluster in which this is still so has all that
    /// was there before it: it is neither another cluster, nor one that was set back to a backup.
    struct Unit: Hashable, Decodable {
        let slot: String
        /// When anything was written there first.
        let created: Int64
        let revision: Int64
        let stamp: String
    }

    struct Answer {
        let bytes: [UInt8]
        let checksum: UInt32

        /// Whether these are the bytes that were kept.
        var isWhole: Bool { bytes.withUnsafeBytes(crc32c) == checksum }
    }
}

/// The file in which a copy is kept: a line of JSON about it, with a checksum as in the journal, and the answers.
///
/// Losing it loses nothing, so whatever goes wrong with it is as if there were none.
struct EtcdCopyFile: Sendable {
    let path: String

    private static let format = "bookshelf-etcd-copy"
    private static let version = 1

    private struct Header: Decodable {
        let format: String
        let version: Int
        let unit: EtcdCopy.Unit
        let keys: Int
        let answers: [Answer]

        struct Answer: Decodable {
            let length: Int
            let checksum: UInt32
        }
    }

    /// What was saved last, if the line about it is whole. Whether the answers are is for whoever reads them.
    func load() -> EtcdCopy? {
        guard let file = try? OpenFile(path, .read, files: POSIXFiles()),
            let size = try? file.status().size, let bytes = try? file.read(from: 0, expecting: size),
            let lineEnd = bytes.firstIndex(of: JournalFormat.lineFeed),
            bytes.withUnsafeBytes({ JournalFormat.isIntact(UnsafeRawBufferPointer(rebasing: $0[..<lineEnd])) }),
            let header = try? JSONDecoder().decode(Header.self, from: .init(bytes[..<lineEnd])),
            header.format == Self.format, header.version == Self.version
        else { return nil }
        var rest = bytes[(lineEnd + 1)...]
        var answers: [EtcdCopy.Answer] = []
        for answer in header.answers {
            guard (0...rest.count).contains(answer.length) else { return nil }
            answers.append(EtcdCopy.Answer(bytes: Array(rest.prefix(answer.length)), checksum: answer.checksum))
            rest.removeFirst(answer.length)
        }
        return rest.isEmpty ? EtcdCopy(unit: header.unit, keys: header.keys, answers: answers) : nil
    }

    /// Keeps these answers instead of what was saved before. Of two who do so at the same time one may fail.
    func save(_ answers: [[UInt8]], with keys: Int, after unit: EtcdCopy.Unit) {
        let checksums = concurrentMap(answers.count) { answers[$0].withUnsafeBytes(crc32c) }
        var bytes = JournalFormat.line { writer in
            writer.member("format", Self.format)
            writer.member("version", Self.version)
            writer.name("unit")
            writer.object { writer in
                writer.member("slot", unit.slot)
                writer.member("created", Int(unit.created))
                writer.member("revision", Int(unit.revision))
                writer.member("stamp", unit.stamp)
            }
            writer.member("keys", keys)
            writer.name("answers")
            writer.array { writer in
                for (answer, checksum) in zip(answers, checksums) {
                    writer.object { writer in
                        writer.member("length", answer.count)
                        writer.member("checksum", Int(checksum))
                    }
                }
            }
        }
        bytes.reserveCapacity(bytes.count + answers.reduce(0) { $0 + $1.count })
        for answer in answers { bytes += answer }
        let files = POSIXFiles()
        try? files.makeDirectories(directory(of: path))
        try? files.replace(path, with: bytes)
    }
}
