import Data
import Domain
import Storage

/// The store of a library. To add one on this machine, add it to `names`.
struct StoreChoice: Hashable, Sendable {
    let engine: StorageEngine
    /// The cluster, for the engine `etcd`.
    var etcd: EtcdAddress?

    /// The stores on this machine, by the names that the initialiser reads.
    private static let names: KeyValuePairs<String, StorageEngine> = [
        usual: .journal, "keyvalue": .keyValue, "memory": .memory,
    ]

    /// The default store, and its name.
    static let file = Self(engine: .journal)
    static let usual = "file"

    /// The name of a store on this machine; nil for others.
    var name: String? { Self.names.first { $0.value == engine }?.key }

    /// The values that the initialiser accepts, for people.
    static var expected: String { (names.map(\.key) + etcdAddresses).alternatives }

    /// What the initialiser reads, and how an address begins.
    static var words: [String] { names.map(\.key) + ["etcd://"] }

    private static let libraryName = "library"

    /// The files that the stores keep, and what each holds. No output replaces them.
    static var files: [(name: String, contents: String)] {
        names.compactMap { name, engine in
            engine.store.fileExtension.map { ("\(libraryName).\($0)", "the library of the store \(name)") }
        } + [clusterCopy]
    }

    /// The file of the library in `directory`; nil if the store keeps it elsewhere.
    func path(in directory: String) -> String? {
        engine.store.fileExtension.map { "\(directory)/\(Self.libraryName).\($0)" }
    }

    /// The library; `directory` is for the stores that keep files. Nothing is read or written before the library is
    /// used. If `isQuiet`, only notices about a file are printed.
    func library(in directory: String, _ variables: Variables, isQuiet: Bool = false) -> StoredLibrary {
        var location = StorageLocation(application: Bookshelf.name, name: Self.libraryName, directory: directory)
        location.notice = { notice in
            if isQuiet, notice == .notKept { return }
            SystemProcess.report("\(Bookshelf.name): \(notice.text.printable)\n")
        }
        location.etcd = etcd.map { EtcdLocation($0, in: directory, variables) }
        return StoredLibrary(engine.open(location), schema: .bookshelf, now: { SystemProcess.now })
    }
}

extension StoreChoice {
    /// Reads the value of `--store`, the variable or the setting.
    init?(_ text: String) {
        let named = Self.names.first { $0.key == text }.map { Self(engine: $0.value) }
        guard let choice = named ?? Self.etcd(text) else { return nil }
        self = choice
    }
}

extension ValueReader<StoreChoice> {
    static var store: Self {
        let words = StoreChoice.words
        let valueName = "<\(words.joined(separator: "|"))…>"
        return Self(valueName: valueName, completion: .words(words)) { text throws(BadValue) in
            guard let store = StoreChoice(text) else { throw BadValue(expected: StoreChoice.expected, isAddress: true) }
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
