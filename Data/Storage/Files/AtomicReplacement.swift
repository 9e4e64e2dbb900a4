extension FileOperations {
    /// Puts a file with these contents in place of the one at `path`, which may be missing: whoever reads sees the
    /// old contents or the new, also after a power failure, and when it throws, the old ones. The mode of an existing
    /// file is kept. `path` is no symbolic link: see `resolvingLinks`.
    ///
    /// Writers of one file exclude each other by a lock. So files left behind by a writer that was killed can be told:
    /// they are removed.
    ///
    /// Throws with `mayHaveHappened` where the new contents are in place, but perhaps not yet durable.
    func replace(_ path: String, with contents: [UInt8]) throws(ReplacementError) {
        removeLeftovers(of: path)
        let temporary = temporaryPath(for: path)
        do throws(FileError) {
            let file = try OpenFile(temporary, .createNew, files: self)
            if let mode = try existingMode(of: path) {
                try file.setMode(mode)
            } else {
                try synchronizeDirectories(above: directory(of: path))
            }
            try file.write(contents, at: 0)
            try file.synchronize()
            try retrying { () throws(FileError) in try rename(temporary, to: path) }
        } catch {
            // If this fails, too, the file is swept away by the next replacement.
            try? remove(temporary)
            throw ReplacementError(cause: error, mayHaveHappened: false)
        }
        do throws(FileError) {
            try synchronizeDirectory(directory(of: path))
        } catch {
            throw ReplacementError(cause: error, mayHaveHappened: true)
        }
    }

    private func existingMode(of path: String) throws(FileError) -> UInt32? {
        do throws(FileError) {
            return try retrying { () throws(FileError) in try status(at: path).mode }
        } catch {
            if error.code == FileError.missing { return nil }
            throw error
        }
    }

    /// In the same directory, because renaming works only within a file system; hidden, and named after the file.
    private func temporaryPath(for path: String) -> String {
        directory(of: path) + "/" + temporaryPrefix(for: path) + "\(processNumber)-\(UInt32.random(in: 0 ... .max))"
    }

    private func temporaryPrefix(for path: String) -> String {
        "." + name(of: path) + ".new-"
    }

    private func removeLeftovers(of path: String) {
        let prefix = temporaryPrefix(for: path)
        // What can't be listed or removed does no harm: it is only untidy.
        for leftover in (try? list(directory(of: path))) ?? [] where leftover.hasPrefix(prefix) {
            try? remove(directory(of: path) + "/" + leftover)
        }
    }
}

/// A replacement that failed.
struct ReplacementError: Error {
    let cause: FileError
    let mayHaveHappened: Bool
}
