import Storage

/// A file that the command line names for reading; `-` stands for standard input.
struct NamedFile {
    let name: String

    /// The size up to which files are read.
    static let mostMegabytes = 512

    /// The name for messages.
    var location: String { name == "-" ? "standard input" : name }

    /// All bytes of the file.
    func read() throws(NamedFileError) -> [UInt8] {
        let bytes: [UInt8]?
        do {
            let limit = Self.mostMegabytes << 20
            bytes =
                try name == "-"
                ? WholeFile.read(from: .standardInput, limit: limit) : WholeFile.read(from: name, limit: limit)
        } catch {
            throw .input(location, reason: error.reason)
        }
        if let bytes { return bytes }
        throw .input(location, reason: "it is larger than \(Self.mostMegabytes) MB, the most that is read")
    }
}

/// Why a file that the command line names can't be used.
enum NamedFileError: Error, Equatable {
    /// It can't be read: it doesn't exist, it is a directory, or permission is missing.
    case input(String, reason: String)
    /// Its contents can't be used; the line counts from 1.
    case malformed(String, line: Int?, reason: String)
    /// It must not be written to.
    case output(String, reason: String)

    /// What is wrong, without a full stop.
    var message: String {
        switch self {
        case .input(let location, let reason): "can't read \(location): \(reason)"
        case .malformed(let location, let line, let reason):
            "can't use \(location)\(line.map { ", line \($0)" } ?? ""): \(reason)"
        case .output(let path, let reason): "can't write to \(path): \(reason)"
        }
    }
}
