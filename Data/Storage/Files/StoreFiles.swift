/// The files of stores that the output of a command must not replace: data files, and what this program puts beside
/// each: locks, copies of damaged files and unfinished lines, files about to replace it. Their names are that of the
/// data file with a dot and more after it, and perhaps a dot before.
public struct StoreFiles: Sendable {
    private let paths: [String]
    private let files: any FileOperations

    /// The files of the stores at these paths, which may be missing or symbolic links.
    public init(_ paths: [String] = [], files: any FileOperations = POSIXFiles()) {
        self.paths = paths
        self.files = files
    }

    /// Whether writing to `path` would replace one of these files or create one, by whatever name, link or folder the
    /// path leads there. Also true for a file that has a lock beside it: it belongs to another store.
    public func include(_ path: String) -> Bool {
        let written = try? files.status(at: path)
        // A pipe or a device.
        if let written, written.kind != .file { return false }
        let target = resolved(path)
        if identity(target + ".lock") != nil { return true }
        return paths.contains { path in
            let own = resolved(path)
            let folder = directory(of: own)
            guard let folderIdentity = identity(folder) else { return false }
            if folderIdentity == identity(directory(of: target)), isName(name(of: target), of: own) { return true }
            // A hard link has another name.
            let names = written == nil ? [] : (try? files.list(folder)) ?? []
            return names.contains { isName($0, of: own) && identity("\(folder)/\($0)") == written?.identity }
        }
    }

    /// Whether both paths lead to one file. Pipes and devices are never the same.
    public func isSameFile(_ path: String, _ other: String) -> Bool {
        let statuses = [path, other].map { try? files.status(at: $0) }
        return statuses[0]?.kind == .file && statuses[0]?.identity == statuses[1]?.identity
    }

    /// Whether a file with contents is at the path. Pipes and devices don't count.
    public func hasContents(_ path: String) -> Bool {
        guard let status = try? files.status(at: path) else { return false }
        return status.kind == .file && status.size > 0
    }

    /// Whether a file can be created at `path`: the folder exists, and `path` doesn't lead to a folder.
    public func canHoldFile(_ path: String) -> Bool {
        let (target, folder) = (try? files.status(at: path), try? files.status(at: directory(of: resolved(path))))
        return !path.isEmpty && target?.kind != .directory && folder?.kind == .directory
    }

    /// Ignores case, as some file systems do.
    private func isName(_ found: String, of path: String) -> Bool {
        let (found, own) = (found.lowercased(), name(of: path).lowercased())
        return found == own || found.hasPrefix(own + ".") || found.hasPrefix(".\(own).")
    }

    private func resolved(_ path: String) -> String {
        (try? files.resolvingLinks(path)) ?? path
    }

    private func identity(_ path: String) -> FileIdentity? {
        (try? files.status(at: path))?.identity
    }
}
