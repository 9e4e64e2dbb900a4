import Data
import Domain
import Storage

/// The store of a library. To add a store on this machine, add it to `names`; for another, change only this file.
enum StoreChoice: Hashable, Sendable {
    /// On this machine.
    case local(StorageEngine)
    /// A cluster, which many machines share.
    case etcd(EtcdAddress)

    /// The stores on this machine, by the names that the initialiser reads.
    private static let names: KeyValuePairs<String, StorageEngine> = [
        usual: .journal, "keyvalue": .keyValue, "memory": .memory,
    ]

    /// The default store, and its name.
    static let file = local(.journal)
    static let usual = "file"

    /// The values that the initialiser accepts, for people. An address may have several hosts and a prefix.
    static var expected: String {
        names.map { "\($0.key), " }.joined() + "etcd://<host>:<port> or etcds://<host>:<port>"
    }

    private static let libraryName = "library"
    private static let clusterCopy = "cluster.copy"

    /// The files that the stores keep, and what each holds. No output replaces them.
    static var files: [(name: String, contents: String)] {
        let libraries = names.compactMap { name, engine in
            engine.store.fileExtension.map { ("\(libraryName).\($0)", "the library of the store \(name)") }
        }
        return libraries + [(clusterCopy, "a copy of a library in a cluster; it can be deleted")]
    }

    /// The file of the library in `directory`; nil if the store keeps it elsewhere.
    func path(in directory: String) -> String? {
        guard case .local(let engine) = self else { return nil }
        return engine.store.fileExtension.map { "\(directory)/\(Self.libraryName).\($0)" }
    }

    /// The names, and the beginning of an address.
    static var words: [String] { names.map(\.key) + ["etcd://"] }

    /// The variables that only some stores read, and the description of each, for the manual page.
    static var variables: [(String, String)] {
        [
            (Bookshelf.variable("ETCD_USER"), "the user for a cluster"),
            (Bookshelf.variable("ETCD_PASSWORD"), "the password for a cluster"),
        ]
    }

    /// Whether it needs no network.
    var isOnThisMachine: Bool { if case .local = self { true } else { false } }

    /// Reads the value of `--store`, the variable or the setting.
    init?(_ text: String) {
        if let engine = Self.names.first(where: { $0.key == text })?.value {
            self = .local(engine)
        } else if let address = EtcdAddress(text) {
            self = .etcd(address)
        } else {
            return nil
        }
    }

    /// The library; `directory` is for the stores that keep files. Nothing is read or written before the library is
    /// used. If `isQuiet`, only notices about a file are printed.
    func library(in directory: String, _ variables: Variables, isQuiet: Bool = false) -> StoredLibrary {
        var location = StorageLocation(application: Bookshelf.name, name: Self.libraryName, directory: directory)
        location.notice = { notice in
            if isQuiet, notice == .notKept { return }
            SystemProcess.report("\(Bookshelf.name): \(notice.text.printable)\n")
        }
        let engine: StorageEngine
        switch self {
        case .local(let choice): engine = choice
        case .etcd(let address):
            engine = .etcd
            // In variables: other users of the machine may see the address on the command line.
            let credentials = variables[Bookshelf.variable("ETCD_USER")].map {
                EtcdCredentials(user: $0, password: variables[Bookshelf.variable("ETCD_PASSWORD")] ?? "")
            }
            let copyPath = "\(directory)/\(Self.clusterCopy)"
            location.etcd = EtcdLocation(address, credentials: credentials, copyPath: copyPath)
        }
        return StoredLibrary(engine.open(location), schema: .bookshelf, now: { SystemProcess.now })
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
