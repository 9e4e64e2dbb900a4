#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The records of a store after one of its units of work, as the cluster answered.
struct EtcdCopy: Sendable {
    /// The latest unit of work at the time.
    let unit: Unit
    /// What the cluster answered when it was asked for them, in the order of the keys.
    let answers: [Answer]

    /// Where a unit of work left its stamp, which no other has, and when. A cluster in which this is still so has
    /// everything that was there before it: it is neither another cluster, nor one that was restored from an older
    /// backup.
    struct Unit: Hashable, Decodable {
        let slot: String
        /// The revision at which the slot was created.
        let created: Int64
        let revision: Int64
        let stamp: String
    }

    struct Answer {
        let bytes: [UInt8]
        let checksum: UInt32

        /// Whether these are the bytes that were saved.
        var isWhole: Bool { bytes.withUnsafeBytes(crc32c) == checksum }
    }
}

/// The file that holds a copy: a line of JSON with a checksum, and the answers.
///
/// Losing it loses nothing, so any problem with it counts as there being none. It belongs to its owner alone: a file
/// that others may read, or a symbolic link, is not read but replaced.
struct EtcdCopyFile: Sendable {
    let path: String
    /// `<application>-etcd-copy`
    let format: String
    let files: any FileOperations

    private static let version = 1
    private static let mode: UInt32 = 0o600

    private struct Header: Decodable {
        let format: String
        let version: Int
        let unit: EtcdCopy.Unit
        let answers: [Answer]

        struct Answer: Decodable {
            let length: Int
            let checksum: UInt32
        }
    }

    /// The copy that was saved last, if its first line is intact. Whether the answers are is for the caller to check.
    func load() -> EtcdCopy? {
        guard (try? files.readLink(path)) == nil,
            let file = try? OpenFile(path, .read, files: files), let status = try? file.status(),
            status.mode == Self.mode, let bytes = try? file.read(from: 0, expecting: status.size),
            let lineEnd = bytes.firstIndex(of: ChecksummedLine.lineFeed),
            bytes.withUnsafeBytes({ ChecksummedLine.isIntact(UnsafeRawBufferPointer(rebasing: $0[..<lineEnd])) }),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<lineEnd])),
            header.format == format, header.version == Self.version
        else { return nil }
        var rest = bytes[(lineEnd + 1)...]
        var answers: [EtcdCopy.Answer] = []
        for answer in header.answers {
            guard (0...rest.count).contains(answer.length) else { return nil }
            answers.append(EtcdCopy.Answer(bytes: Array(rest.prefix(answer.length)), checksum: answer.checksum))
            rest.removeFirst(answer.length)
        }
        return rest.isEmpty ? EtcdCopy(unit: header.unit, answers: answers) : nil
    }

    /// Saves these answers instead of earlier ones; `keys` is the number of keys, for versions of this program that go
    /// by it. Of two processes that save at the same time one may fail.
    func save(_ answers: [[UInt8]], with keys: Int, after unit: EtcdCopy.Unit) {
        let checksums = concurrentMap(answers.count) { answers[$0].withUnsafeBytes(crc32c) }
        var bytes = ChecksummedLine.make { writer in
            writer.member("format", format)
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
        try? files.makeDirectories(directory(of: path))
        // A replaced file would keep its mode.
        try? files.remove(path)
        try? files.replace(path, with: bytes)
    }
}
