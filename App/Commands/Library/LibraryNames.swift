import Data
import Domain

/// A list of names in a library that complete a word. Each feature has its own.
struct LibraryNames: Sendable {
    /// The names that the word finds, ignoring case and accents.
    let candidates: @concurrent @Sendable (String, any Library) async throws(LibraryError) -> [Completion.Candidate]

    /// Names that contain all words of the typed text, one of those that differ only in case and accents; `end` follows each.
    static func containing(
        end: String = "", _ names: @escaping @Sendable (any Library) async throws(LibraryError) -> [String]
    ) -> LibraryNames {
        LibraryNames { text, library throws(LibraryError) in
            let words = TextFolding.caseAndAccents(text).split(whereSeparator: \.isWhitespace)
            var known: Set<String> = []
            return try await names(library).map { (name: $0, folded: TextFolding.caseAndAccents($0)) }
                .filter { name in known.insert(name.folded).inserted && words.allSatisfy { name.folded.contains($0) } }
                .sorted { $0.folded < $1.folded }.map { Completion.Candidate(text: $0.name + end) }
        }
    }
}

extension LibraryNames {
    /// The names of all entities of a type.
    static func displayNames(of type: any NamedEntity.Type) -> LibraryNames {
        containing { library throws(LibraryError) in try await type.allNames(in: library) }
    }

    /// The names of those entities that `list` finds. One is named by its identifier if the text finds another of its
    /// name.
    static func names<Entity: FieldedEntity>(
        of type: Entity.Type, where isWanted: @escaping @Sendable (Row<Entity>) -> Bool = { _ in true }
    ) -> LibraryNames {
        LibraryNames { text, library throws(LibraryError) in
            let query = Query<Entity>(text: text) { $0.shown = Set(Entity.namingFields) }
            let rows = try await library.page(query, folding: .caseAndAccents).rows
            func names(_ row: Row<Entity>) -> [String] { Entity.names(of: row.draft) }
            let counts = Dictionary(rows.map { (TextFolding.caseAndAccents(names($0)[0]), 1) }, uniquingKeysWith: +)
            return rows.filter(isWanted).map { row in
                let (name, others) = (names(row)[0], names(row).dropFirst().joined(separator: ", "))
                return counts[TextFolding.caseAndAccents(name)] == 1
                    ? .init(text: name, explanation: others)
                    : .init(text: "\(row.id)", explanation: others.isEmpty ? name : "\(name), \(others)")
            }
        }
    }

    /// The names that entities have in that field; `end` follows each of them.
    static func names<Entity: FieldedEntity>(
        in field: Entity.Draft.Field, of type: Entity.Type, end: String = ""
    ) -> LibraryNames {
        containing(end: end) { library throws(LibraryError) in
            let query = Query<Entity> { ($0.shown, $0.isOrdered) = ([field], false) }
            return try await library.page(query, folding: .caseAndAccents).rows.first(.max).flatMap { row -> [String] in
                switch row.draft[field] {
                case .names(let names) where field.kind.form == .identifiers:
                    names.map { String($0.prefix { $0 != ":" }) }
                case .names(let names): names
                case .namedTexts(let texts): texts.all.map { "\($0.name)" }
                default: []
                }
            }
        }
    }
}

extension NamedEntity {
    fileprivate static func allNames(in library: any Library) async throws(LibraryError) -> [String] {
        try await library.repository(of: Self.self).all().map(\.displayName)
    }
}

extension Completion {
    /// Names in the library of the completed line.
    static func library(_ names: LibraryNames) -> Completion {
        .names { request in
            // An error, such as damage, completes nothing: the next command reports it.
            guard let library = try? await library(GlobalOptions(request.options), request.variables),
                let found = try? await names.candidates(request.word, library)
            else { return [] }
            return found
        }
    }

    /// The library that the line names.
    private static func library(
        _ options: GlobalOptions, _ variables: Variables
    ) async throws(CommandError) -> any Library {
        var options = options
        // The shell has not replaced the ~ yet.
        if let path = options.directory, path.hasPrefix("~/"), let home = variables["HOME"] {
            options.directory = home + path.dropFirst()
        }
        options.console.isQuiet = true
        let environment = try await AppEnvironment.live(options, variables)
        // That of a cluster as this machine last saw it.
        if try await !StoreChoice(options, variables, environment.settings).isOnThisMachine {
            return StoredLibrary.inMemory(await environment.maintenance.lastSeen() ?? LibrarySnapshot())
        }
        return environment.library
    }
}
