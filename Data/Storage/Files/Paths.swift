extension FileOperations {
    /// The path with symbolic links in its last component followed, whether or not a file is there.
    public func resolvingLinks(_ path: String) throws(FileError) -> String {
        try followingLinks(path).last ?? path
    }

    /// The path, followed by the target of each symbolic link in its last component, in order.
    func followingLinks(_ path: String) throws(FileError) -> [String] {
        var paths = [path]
        // As many links as Linux follows. With a cycle, opening the last path fails as it does in the system.
        for _ in 0..<40 {
            let path = paths[paths.count - 1]
            let target: String
            do throws(FileError) {
                target = try retrying { () throws(FileError) in try readLink(path) }
            } catch {
                if error.code == FileError.notALink || error.code == FileError.missing { break }
                throw error
            }
            paths.append(target.hasPrefix("/") ? target : directory(of: path) + "/" + target)
        }
        return paths
    }

    /// Creates the directory and its missing parents with mode 0700. They are durable after `synchronizeDirectories`.
    func makeDirectories(_ path: String) throws(FileError) {
        do throws(FileError) {
            try makeDirectoryIfMissing(path)
        } catch {
            let parent = directory(of: path)
            guard error.code == FileError.missing, parent != path else { throw error }
            try makeDirectories(parent)
            // Only once: if the parent is still missing, it is a link that leads nowhere, or the working directory was
            // deleted.
            try makeDirectoryIfMissing(path)
        }
    }

    private func makeDirectoryIfMissing(_ path: String) throws(FileError) {
        do throws(FileError) {
            try retrying { () throws(FileError) in try makeDirectory(path) }
        } catch {
            guard error.code == FileError.exists else { throw error }
        }
    }

    /// Throws if the missing file might exist out of reach, on a disk that isn't mounted for example: if the file at
    /// `link`, or a directory on the way to it, is a symbolic link into a directory that is missing. `path` is where
    /// the file at `link` should be.
    func requireReachable(_ path: String, from link: String) throws(StorageError) {
        let isReachable = path == link ? isReachable(path) : (try? status(at: directory(of: path))) != nil
        if isReachable { return }
        throw .failed(
            operation: "read the file", location: path, reason: "a symbolic link on the way to it leads nowhere")
    }

    private func isReachable(_ path: String) -> Bool {
        let parent = directory(of: path)
        if parent == path { return true }
        do throws(FileError) {
            _ = try retrying { () throws(FileError) in try status(at: parent) }
            return true
        } catch {
            return error.code == FileError.missing && (try? readLink(parent)) == nil && isReachable(parent)
        }
    }

    /// Makes the names of a directory and of the parents that the path names durable, but not what is in it. It doesn't
    /// matter which of them are new: another process may just have created one and been killed since.
    func synchronizeDirectories(above path: String) throws(FileError) {
        let parent = directory(of: path)
        guard parent != path else { return }
        do throws(FileError) {
            try synchronizeDirectory(parent)
        } catch {
            // A directory that may be traversed but not read, such as a shared "/home".
            guard error.code == FileError.forbidden else { throw error }
        }
        try synchronizeDirectories(above: parent)
    }

    /// Makes the entries of a directory durable, if the file system can. Some, such as folders shared with a virtual
    /// machine, can't, and say so; PostgreSQL ignores that, too.
    func synchronizeDirectory(_ path: String) throws(FileError) {
        do throws(FileError) {
            try OpenFile(path, .directory, files: self).synchronize()
        } catch {
            guard error.call == .synchronize, error.code == FileError.unsupported else { throw error }
        }
    }
}

extension String {
    /// This path with symbolic links resolved.
    func resolved(_ files: any FileOperations) throws(StorageError) -> String {
        do throws(FileError) {
            return try files.resolvingLinks(self)
        } catch {
            throw StorageError(error, doing: "find the file", location: self)
        }
    }
}

/// The parent directory of a path.
func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last component of a path.
func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
