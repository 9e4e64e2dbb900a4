/// A file's contents and mode, without its names.
struct FileImage: Hashable, Sendable {
    var bytes: [UInt8] = []
    var mode: UInt32 = 0o600
}

/// A change of a file. The mode is in the inode with the size; writing one to the device writes the other.
enum FileChange: DiskChange {
    case write([UInt8], at: Int)
    case truncate(Int)
    case setMode(UInt32)

    func apply(to file: inout FileImage) {
        switch self {
        case .write(let bytes, let offset):
            file.extend(to: offset + bytes.count)
            file.bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        case .truncate(let length):
            file.extend(to: length)
            file.bytes.removeSubrange(length...)
        case .setMode(let mode):
            file.mode = mode
        }
    }

    /// A write may end after any byte. Or the file has its new size, and any of its sectors are not yet written: they
    /// have zeros or the old contents.
    var outcomes: Int {
        guard case .write(let bytes, let offset) = self else { return 2 }
        return 1 + bytes.count + 1 << sectors(of: bytes, at: offset).count
    }

    func apply(outcome: Int, to file: inout FileImage) {
        guard outcome > 1, case .write(let bytes, let offset) = self else {
            if outcome == 1 { apply(to: &file) }
            return
        }
        if outcome <= bytes.count {
            FileChange.write(Array(bytes[..<(outcome - 1)]), at: offset).apply(to: &file)
        } else {
            let mask = outcome - bytes.count - 1
            file.extend(to: offset + bytes.count)
            for (number, sector) in sectors(of: bytes, at: offset).enumerated() where mask >> number & 1 == 1 {
                FileChange.write(Array(bytes[sector]), at: offset + sector.lowerBound).apply(to: &file)
            }
        }
    }

    /// The sectors are smaller than any device's, so that small files have several, and larger where there would be too
    /// many.
    private func sectors(of bytes: [UInt8], at offset: Int) -> [Range<Int>] {
        let size = max(64, bytes.count / 8)
        var sectors: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, ((offset + start) / size + 1) * size - offset)
            sectors.append(start..<end)
            start = end
        }
        return sectors
    }
}

extension FileImage {
    fileprivate mutating func extend(to size: Int) {
        if bytes.count < size { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
    }
}

/// A change of the names in a directory. Each is atomic, as in every file system with a log.
enum DirectoryChange: DiskChange {
    case add(String, node: Int)
    case remove(String)
    case move(String, to: String, node: Int)

    func apply(to names: inout [String: Int]) {
        switch self {
        case .add(let name, let node):
            names[name] = node
        case .remove(let name):
            names[name] = nil
        case .move(let name, let newName, let node):
            names[name] = nil
            names[newName] = node
        }
    }
}
