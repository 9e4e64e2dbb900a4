import Foundation

/// The folder of a new project: one that doesn't exist, or is empty.
struct Destination {
    private let path: String
    private let url: URL

    /// Throws unless the folder is free and can be made.
    init(_ path: String) throws(Refusal) {
        self.path = path
        url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        let parent = url.deletingLastPathComponent().path
        if FileManager.default.fileExists(atPath: url.path) {
            guard let contents = try? FileManager.default.contentsOfDirectory(atPath: url.path), contents.isEmpty else {
                throw Refusal("\"\(path)\" is not an empty folder", "use a new one", status: 1)
            }
        }
        guard FileManager.default.fileExists(atPath: parent) else {
            throw Refusal("there is no folder \(parent)", "make it first", status: 1)
        }
        guard FileManager.default.isWritableFile(atPath: parent) else {
            throw Refusal("you have no permission to write to \(parent)", "use a folder of your own", status: 1)
        }
    }

    /// The path as a shell takes it.
    var quoted: String {
        path.contains(/[^A-Za-z0-9\/._+~-]/) ? "'\(path.replacing("'", with: "'\\''"))'" : path
    }

    /// Lets `write` fill a folder beside this one, which then takes its place. If that fails, nothing is left behind.
    func fill(_ write: (Folder) throws(Refusal) -> Void) throws(Refusal) {
        let temporary = url.deletingLastPathComponent().appending(
            path: ".\(url.lastPathComponent)-\(UInt32.random(in: .min ... .max))")
        do throws(Refusal) {
            try write(Folder(url: temporary))
            // Unlike FileManager, it replaces an empty folder.
            guard rename(temporary.path, url.path) == 0 else {
                throw Refusal("\(path) can't be made: \(String(cString: strerror(errno)))", "use another", status: 1)
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }

    /// Makes a repository of the folder with a first commit, unless it is in one. Without git, or if git knows no author, there is
    /// none.
    func commit(_ message: String) {
        let folder = Folder(url: url)
        guard (try? folder.run(["git", "rev-parse", "--is-inside-work-tree"])) == nil else { return }
        for words in [["init", "-q"], ["add", "-A"], ["commit", "-qm", message]] {
            guard (try? folder.run(["git"] + words)) != nil else { return }
        }
    }
}
