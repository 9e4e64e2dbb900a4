import Data
import Domain
import Storage

/// The store of a library. To add one, add it to `names`.
enum StoreChoice: Hashable, Sendable {
    /// On this machine.
    case local(StorageEngine)

    /// The stores on this machine, by the names that the initialiser reads.
    private static let names: KeyValuePairs<String, StorageEngine> = [
        usual: .journal, "keyvalue": .keyValue, "memory": .memory,
    ]

    /// The default store, and its name.
    static let file = local(.journal)
    static let usual = "file"

    /// The values that the initialiser accepts, for people.
    static var expected: String {
        names.map(\.key).alternatives
    }

    private static let libraryName = "library"

    /// The files that the stores keep, and what each holds. No output replaces them.
    static var files: [(name: String, contents: String)] {
        names.compactMap { name, engine in
            engine.store.fileExtension.map { ("\(libraryName).\($0)", "the library of the store \(name)") }
        }
    }

    /// The file of the library in `directory`; nil if the store keeps it elsewhere.
    func path(in directory: String) -> String? {
        switch self {
        case .local(let engine): engine.store.fileExtension.map { "\(directory)/\(Self.libraryName).\($0)" }
        }
    }

    static var words: [String] { names.map(\.key) }

    /// Whether it needs no network.
    var isOnThisMachine: Bool { true }

    /// Reads the value of `--store`, the variable or the setting.
    init?(_ text: String) {
        guard let engine = Self.names.first(where: { $0.key == text })?.value else { return nil }
        self = .local(engine)
    }

    /// The library; `directory` is for the stores that keep files. Nothing is read or written before the library is
    /// used. If `isQuiet`, only notices about a file are printed.
    func library(in directory: String, _ variables: Variables, isQuiet: Bool = false) -> StoredLibrary {
        var location = StorageLocation(application: Bookshelf.name, name: Self.libraryName, directory: directory)
        location.notice = { notice in
            if isQuiet, notice == .notKept { return }
            SystemProcess.report("\(Bookshelf.name): \(notice.text.printable)\n")
        }
        let engine =
            switch self {
            case .local(let engine): engine
            }
        return StoredLibrary(engine.open(location), schema: .bookshelf, now: { SystemProcess.now })
    }
}

extension ValueReader<StoreChoice> {
    static var store: Self {
        let words = StoreChoice.words
        let valueName = "<\(words.joined(separator: "|"))>"
        return Self(valueName: valueName, completion: .words(words)) { text throws(BadValue) in
            guard let store = StoreChoice(text) else { throw BadValue(expected: StoreChoice.expected) }
            return store
        }
    }
}

extension StorageNotice {
    /// The notice as a message for people.
    fileprivate var text: String {
        switch self {
        case .unfinishedLine(let location, let line): "\(location), line \(line), was never finished, and is left out"
        case .unfinishedLineSetAside(let location, let line, let copy):
            "\(location), line \(line), was never finished; it is kept as \(copy)"
        case .notKept: "the store \"memory\" keeps nothing: this change is lost when the program ends"
        }
    }
}
