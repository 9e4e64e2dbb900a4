import Data
import Domain
import Storage

/// The store of a library. To add a store, change this file; if it keeps files, also `AppEnvironment.files`, so that no
/// output replaces them.
enum StoreChoice: Hashable, Sendable {
    case file
    case keyValue
    /// Keeps nothing beyond the end of the program.
    case memory
    /// A cluster, which many machines share.
    case etcd(EtcdAddress)

    /// The default store, in the form that the initialiser reads.
    static let usual = "file"

    /// The values that the initialiser accepts, for people. An address may have several hosts and a prefix.
    static let expected = "file, keyvalue, memory, etcd://<host>:<port> or etcds://<host>:<port>"

    /// The variables that only some stores read, and the description of each, for the manual page.
    static var variables: [(String, String)] {
        [
            (Bookshelf.variable("ETCD_USER"), "the user for a cluster"),
            (Bookshelf.variable("ETCD_PASSWORD"), "the password for a cluster"),
        ]
    }

    /// Whether it needs no network.
    var isOnThisMachine: Bool {
        switch self {
        case .file, .keyValue, .memory: true
        case .etcd: false
        }
    }

    /// Reads the value of `--store`, the variable or the setting.
    init?(_ text: String) {
        switch text {
        case "file": self = .file
        case "keyvalue": self = .keyValue
        case "memory": self = .memory
        default:
            guard let address = EtcdAddress(text) else { return nil }
            self = .etcd(address)
        }
    }

    /// The library; `directory` is for the stores that keep files. Nothing is read or written before the library is
    /// used. If `isQuiet`, only notices about a file are printed.
    func library(in directory: String, _ variables: Variables, isQuiet: Bool = false) -> StoredLibrary {
        var location = StorageLocation(application: Bookshelf.name, name: "library", directory: directory)
        location.notice = { notice in
            if isQuiet, notice == .notKept { return }
            TerminalModes.report("\(Bookshelf.name): \(notice.text.printable)\n")
        }
        let engine: StorageEngine
        switch self {
        case .file: engine = .journal
        case .keyValue: engine = .keyValue
        case .memory: engine = .memory
        case .etcd(let address):
            engine = .etcd
            // In variables: other users of the machine may see the address on the command line.
            let credentials = variables[Bookshelf.variable("ETCD_USER")].map {
                EtcdCredentials(user: $0, password: variables[Bookshelf.variable("ETCD_PASSWORD")] ?? "")
            }
            location.etcd = EtcdLocation(address, credentials: credentials, copyPath: directory + "/cluster.copy")
        }
        return StoredLibrary(engine.open(location), schema: .bookshelf)
    }
}

extension ValueReader<StoreChoice> {
    static var store: Self {
        Self(
            valueName: "<file|keyvalue|memory|etcd://…>", completion: .words(["file", "keyvalue", "memory", "etcd://"])
        ) { text throws(BadValue) in
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
