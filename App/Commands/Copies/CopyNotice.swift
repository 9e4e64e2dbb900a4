import Data
import Domain
import Storage

/// Says that other versions of the library stand beside it, as a synchronised folder leaves them.
enum CopyNotice {
    /// Warns of each file that has something that the library lacks, and of each damaged one. Its contents tell, not its name
    /// alone. What is wrong with the library the command itself says.
    @MainActor
    static func warn(in session: AppSession) async {
        let store = session.environment.openedStore
        for path in store.path.map(copies(beside:)) ?? [] {
            do throws(CommandError) {
                let copy = try await LibraryCopy(at: path, in: session)
                if !copy.differences.contains(where: { $0.undo.effect != .removed }) { continue }
            } catch {
                // Without a first line of a library it is something else.
                guard case .file(.malformed(_, let line?, let reason)) = error, line > 1 else { continue }
                session.console.warn(
                    "\(path) may be another version of this library; its line \(line) is damaged: \(reason).")
                continue
            }
            let compare = [Bookshelf.name, "compare", path.inShell] + store.options.libraryOptions.map(\.inShell)
            session.console.warn(
                "\(path) is another version of this library; \"\(compare.joined(separator: " "))\" shows what differs.")
        }
    }

    /// The files beside the library, also where a link leads, whose names begin and end as its own, or go on after its own,
    /// but for those that the program puts there.
    private static func copies(beside path: String) -> [String] {
        let files = POSIXFiles()
        var paths = [path]
        if let target = try? files.resolvingLinks(path) {
            let folders = [path, target].map { try? files.status(at: parts(of: $0).folder).identity }
            if folders[0] != folders[1] { paths.append(target) }
        }
        return paths.flatMap { path -> [String] in
            let (folder, name) = parts(of: path)
            guard let dot = name.lastIndex(of: ".") else { return [] }
            let own = [".lock", ".damaged-", ".undone-", ".unfinished-"].map { name + $0 }
            let found = ((try? files.list(folder)) ?? []).sorted().filter { found in
                let isOwn = found == name || own.contains(where: found.hasPrefix)
                // The file of another store, `library.jsonl`, begins as `library.json`.
                let hasEnding = found.hasSuffix(name[dot...]) || found.contains(name[dot...] + ".")
                return !isOwn && found.hasPrefix(name[..<dot]) && hasEnding
            }
            return found.map { "\(folder)/\($0)" }
        }
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
