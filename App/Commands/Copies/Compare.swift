import Data
import Domain
import Presentation
import Storage

struct Compare: Command {
    var file = ""
    var chosen: [String] = []
    var takesAll = false

    static var syntax: Syntax<Compare> {
        Syntax(
            summary: "Shows what differs in a copy of the library, and takes in what you choose.",
            examples: [
                "compare library-laptop.jsonl", "compare library-laptop.jsonl --take k3jd02mxe8qa",
                "compare library-laptop.jsonl --take-all",
            ],
            operands: [.one("file", \.file, .file("<file>"))],
            options: [
                .values("take", .text("<name>"), \.chosen, "take this from the copy: a name, or an identifier"),
                .flag("take-all", \.takesAll, "take all that only the copy has, or has otherwise"),
            ],
            exclusive: [["take", "take-all"]],
            notes: [
                """
                A synchronised folder keeps a copy of the library if it was changed on two machines at once. A backup is such a
                copy, too. What is taken brings along what it refers to. Where both have changed a value since, that of the
                copy counts. What only the library has stays. "undo" takes all of it back.
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try session.requireOutput("-", besides: file)
        let copy = try await LibraryCopy(at: file, in: session)
        let console = session.console
        guard !chosen.isEmpty || takesAll else {
            if console.appearance.isJSON {
                console.printJSON { LibraryCopy.write(copy.differences, to: &$0) }
            } else {
                for difference in copy.differences { console.print(difference.comparison(copy)) }
            }
            let isNews = copy.differences.contains(where: \.isOfCopy)
            console.say(
                isNews ? "Nothing was changed; --take <name> or --take-all takes in what the copy has." : Self.nothing)
            return .done
        }
        guard let wanted = wanted(of: copy, in: session) else { return .refused }
        let (taken, refused) = try await take(wanted, of: copy, in: session)
        for difference in taken { console.say("Took \(difference.entity.named).") }
        for (difference, error) in refused {
            let advice = "change one of the two, and compare again"
            console.complain("can't take \(difference.entity.named): \(error.message)", details: [advice])
        }
        if wanted.isEmpty { console.say(Self.nothing) }
        if console.appearance.isJSON { console.printJSON { LibraryCopy.write(taken, to: &$0) } }
        return refused.isEmpty ? .done : .refused
    }

    private static let nothing = "The copy has nothing that the library lacks."

    /// The differences that were chosen; nil if a name is none or several of them.
    @MainActor
    private func wanted(of copy: LibraryCopy, in session: AppSession) -> [UndoEffect]? {
        let differences = copy.differences.filter(\.isOfCopy)
        if takesAll { return differences }
        var wanted: [UndoEffect] = []
        for name in chosen {
            let folding = session.environment.context.folding
            let exact = differences.filter { $0.isNamed(name, folding) }
            let found =
                exact.isEmpty ? differences.filter { folding($0.entity.text).contains(folding(name.tidied)) } : exact
            guard found.count == 1 else {
                session.console.complain(
                    found.isEmpty
                        ? "the copy has nothing called \"\(name)\" that the library lacks or has otherwise"
                        : "\"\(name)\" may be one of several; name one by its identifier:",
                    details: found.map { $0.comparison(copy) })
                return nil
            }
            wanted += found
        }
        return wanted
    }

    /// Takes all of these at once or, if a rule forbids that, one by one.
    private func take(
        _ wanted: [UndoEffect], of copy: LibraryCopy, in session: AppSession
    ) async throws(CommandError) -> (taken: [UndoEffect], refused: [(UndoEffect, LibraryError)]) {
        let library = session.environment.recording("compare", hasSeveralUnits: true).library
        var (taken, refused): ([UndoEffect], [(UndoEffect, LibraryError)]) = ([], [])
        do throws(LibraryError) {
            try await copy.take(wanted, into: library)
            return (wanted, [])
        } catch {
            if case .store = error { throw .library(error) }
        }
        for difference in wanted {
            do throws(LibraryError) {
                try await copy.take([difference], into: library)
                taken.append(difference)
            } catch {
                if case .store = error { throw .library(error) }
                refused.append((difference, error))
            }
        }
        return (taken, refused)
    }
}

extension LibraryCopy {
    /// What differs in that file of one of the stores; a backup is such a file, too.
    @MainActor
    init(at path: String, in session: AppSession) async throws(CommandError) {
        let input = NamedFile(name: path)
        let bytes = try await mapError(CommandError.file, try input.read())
        let library = try await mapError(CommandError.library, try await session.environment.library.snapshot())
        let keyValue = StorageEngine.keyValue
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if let suffix = keyValue.store.fileExtension, let name = parts.last, name.hasSuffix(".\(suffix)") {
            let location = StorageLocation(
                application: Bookshelf.name, name: String(name.dropLast(suffix.count + 1)),
                directory: parts.count == 1 ? "." : parts.dropLast().joined(separator: "/"))
            let copy = StoredLibrary(keyValue.open(location), schema: .bookshelf)
            self.init(try await mapError(CommandError.library, try await copy.snapshot()), of: library)
        } else {
            let format = Bookshelf.libraryFormat
            let backup = try await mapError(
                { (error: BackupError) in
                    CommandError.file(.malformed(error.location, line: error.line, reason: error.reason))
                },
                try LibraryBackup(bytes, format: format, from: input.location))
            let own = session.environment.openedStore.path.flatMap { try? NamedFile(name: $0).read() } ?? []
            let base = LibrarySnapshot(commonTo: bytes, and: own, format: format)
            self.init(backup.contents, of: library, since: base)
        }
    }

    fileprivate static func write(_ differences: [UndoEffect], to json: inout JSONWriter) {
        json.object { json in
            for (name, effect) in [
                ("onlyInCopy", RecordUndo.Effect.restored), ("different", .changed), ("onlyHere", .removed),
            ] {
                let same = Dictionary(grouping: differences.filter { $0.undo.effect == effect }, by: \.entity.plural)
                json.name(name)
                json.object { json in
                    for (plural, differences) in same.sorted(by: { $0.key < $1.key }) {
                        json.name(plural.inCamelCase)
                        json.array { json in for difference in differences { difference.write(to: &json) } }
                    }
                }
            }
        }
    }
}

extension UndoEffect {
    /// Whether the copy has it.
    fileprivate var isOfCopy: Bool { undo.effect != .removed }

    fileprivate func isNamed(_ name: String, _ folding: TextFolding) -> Bool {
        let id = name.lowercased()
        return entity.id == id || id.count >= 4 && entity.id.hasPrefix(id)
            || folding(entity.text) == folding(name.tidied)
    }

    /// A line for people.
    fileprivate func comparison(_ copy: LibraryCopy) -> String {
        let place =
            switch undo.effect {
            case .restored: "only in the copy: "
            case .changed: "different: "
            case .removed: copy.isOld(self) ? "removed in the copy: " : "only here: "
            }
        let members = undo.effect == .changed ? undo.members : []
        let values = members.map { "; \($0.name): \(String(json: $0.now)) here, \(String(json: $0.after)) if taken" }
        return place + entity.named + values.joined()
    }

    /// One of them, or both if they differ.
    fileprivate func write(to json: inout JSONWriter) {
        guard let now = undo.now, let after = undo.after else { return json.raw(undo.after ?? undo.now ?? []) }
        json.object { json in
            json.name("here")
            json.raw(now)
            json.name("inCopy")
            json.raw(after)
        }
    }
}
