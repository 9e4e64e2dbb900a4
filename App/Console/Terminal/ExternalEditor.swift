import Storage

/// The user's editor: `VISUAL`, else `EDITOR`, else vi.
struct ExternalEditor {
    /// The command line of the editor, which may have arguments.
    private let command: String
    /// The path of the temporary file, except for what makes it unique.
    private let prefix: String
    /// What messages say of a text that stays as it was, such as "the notes are unchanged".
    private let unchanged: String

    init(_ variables: Variables, program: String, unchanged: String) {
        command = variables["VISUAL"] ?? variables["EDITOR"] ?? "vi"
        prefix = "\(variables["TMPDIR"] ?? "/tmp")/\(program)-"
        self.unchanged = unchanged
    }

    /// Why a text can't be edited, for people.
    struct Failure: Error {
        let message: String
    }

    /// Lets the user edit a text in a temporary file that only the user can read; `random` makes its name unique. `run`
    /// runs a program and returns its exit status, or nil if it can't be started.
    ///
    /// Returns the new text. If the editor fails, or the text can't be read, a changed file stays, and the error names it.
    @MainActor
    func edit(
        _ text: String, random: UInt64, run: (_ program: String, _ arguments: [String]) async -> Int32?
    ) async throws(Failure) -> String {
        let path = "\(prefix)\(String(random, radix: 36)).txt"
        let written = Array((text.isEmpty ? "" : text + "\n").utf8)
        do throws(FileError) {
            try WholeFile.write(written, to: path)
        } catch {
            throw Failure(message: "Can't write \(path): \(error.reason).")
        }
        // As in git: the shell splits the command into words, but not the path, whatever characters it contains. The
        // trap keeps the shell alive if the editor survives a Control-C.
        let status = await run("/bin/sh", ["-c", "trap : INT QUIT; \(command) \"$@\"", command, path])
        guard status == 0 else {
            let isUnchanged = (try? WholeFile.read(from: path, limit: 16 << 20)) == written
            if isUnchanged { remove(path) }
            var message = "\"\(command)\" has failed, so \(unchanged)."
            if !isUnchanged { message += " What you wrote is in \(path)." }
            // A shell's statuses for a program that can't be run or found.
            if status == nil || status == 126 || status == 127 { message += " Set VISUAL or EDITOR." }
            throw Failure(message: message)
        }
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try WholeFile.read(from: path, limit: 16 << 20)
        } catch {
            throw Failure(message: "Can't read \(path): \(error.reason).")
        }
        guard let bytes, let edited = String(validating: bytes, as: UTF8.self) else {
            throw Failure(message: "\(path) is not UTF-8 text, or larger than 16 MB; \(unchanged).")
        }
        remove(path)
        return edited
    }

    private func remove(_ path: String) {
        // A file that is left over in the folder for temporary files does no harm.
        try? POSIXFiles().remove(path)
    }
}
