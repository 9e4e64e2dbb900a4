extension FileOperations {
    /// Where the path leads when symbolic links in its last part are followed, also where nothing is there yet.
    func resolvingLinks(_ path: String) throws(FileError) -> String {
        try followingLinks(path).last ?? path
    }

    /// The path, and where each symbolic link in its last part leads, one after the other.
    func followingLinks(_ path: String) throws(FileError) -> [String] {
        var paths = [path]
        // As many as Linux follows; a circle of links ends as the system would end it.
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

    /// Makes the directory and those above it, where they are missing. New ones are for their owner alone. They are
    /// durable after `synchronizeDirectories`.
    func makeDirectories(_ path: String) throws(FileError) {
        do throws(FileError) {
            try retrying { () throws(FileError) in try makeDirectory(path) }
        } catch {
            switch error.code {
            case FileError.exists:
                return
            case FileError.missing where !path.isEmpty && path != "/":
                try makeDirectories(directory(of: path))
                try makeDirectories(path)
            default:
                throw error
            }
        }
    }

    /// Makes the names of a directory and of all above it durable. Which of them are new is not asked: somebody else
    /// may have made them just now, and may have been killed since.
    func synchronizeDirectories(above path: String) throws(FileError) {
        let parent = directory(of: path)
        guard parent != path else { return }
        do throws(FileError) {
            try synchronizeDirectory(parent)
        } catch {
            // Where one may pass through but not look, as in a shared "/home".
            guard error.code == FileError.forbidden else { throw error }
        }
        try synchronizeDirectories(above: parent)
    }

    /// Makes the names in a directory durable.
    func synchronizeDirectory(_ path: String) throws(FileError) {
        try OpenFile(path, .directory, files: self).synchronize()
    }
}

/// The directory a path is in.
func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last part of a path.
func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
