extension FileOperations {
    /// Replaces the file at `path`, which may be missing, with these contents. Readers see the old contents or the new,
    /// also after a power failure. If this throws, the old contents remain, unless the error says otherwise. An
    /// existing file keeps its mode. `path` must not be a symbolic link: see `resolvingLinks`.
    ///
    /// Removes temporary files of this file, which killed writers have left. Of two writers that hold no lock, one may
    /// remove the file of the other, which then fails.
    ///
    /// Throws with `mayHaveHappened` if the new contents are in place but possibly not durable.
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
            // If this fails too, the next replacement removes the file.
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
        let isLeftover = { (name: String) in
            let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
            return name.hasPrefix(prefix) && numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
        }
        // A leftover that can't be listed or removed does no harm.
        for leftover in (try? list(directory(of: path))) ?? [] where isLeftover(leftover) {
            try? remove(directory(of: path) + "/" + leftover)
        }
    }
}

struct ReplacementError: Error {
    let cause: FileError
    let mayHaveHappened: Bool
}
