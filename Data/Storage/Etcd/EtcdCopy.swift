#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store's records after one of its units of work, as the cluster sent them.
struct EtcdCopy: Sendable {
    /// The latest unit of work at that time.
    let unit: Unit
    /// The cluster's answers, in the order of the keys.
    let answers: [Answer]
    /// The address that was used; nil in a copy of an earlier version.
    let address: String?

    /// The slot in which a unit of work left its unique stamp, and the revision. A cluster that still has them contains
    /// all earlier changes: it is neither another cluster nor one restored from an older backup.
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

        /// Whether the bytes match their checksum.
        var isWhole: Bool { bytes.withUnsafeBytes(crc32c) == checksum }
    }
}

/// The file with a copy: a line of JSON with a checksum, and the answers.
///
/// It can always be made again, so any problem with it counts as having none. It must have mode 0600 and not be a
/// symbolic link; otherwise it is not read, but replaced.
struct EtcdCopyFile: Sendable {
    let path: String
    /// `<application>-etcd-copy`
    let format: String
    let address: EtcdAddress
    let files: any FileOperations

    private static let version = 1
    private static let mode: UInt32 = 0o600

    private struct Header: Decodable {
        let format: String
        let version: Int
        let unit: EtcdCopy.Unit
        let address: String?
        let answers: [Answer]

        struct Answer: Decodable {
            let length: Int
            let checksum: UInt32
        }
    }

    /// The last copy, if its first line is intact. The caller must check the answers.
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
        return rest.isEmpty ? EtcdCopy(unit: header.unit, answers: answers, address: header.address) : nil
    }

    /// Replaces the copy. `keys` is the number of keys of records and of the format, which earlier versions of this
    /// program check. Of two processes that save at once, one may fail.
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
            writer.member("address", "\(address)")
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
        // Removed first, because replacing a file keeps its mode.
        try? files.remove(path)
        try? files.replace(path, with: bytes)
    }
}
