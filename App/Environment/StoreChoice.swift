import Data
import Domain
import Storage

/// Where a library is kept. The one place that knows which stores there are, and how each is opened.
enum StoreChoice: Hashable, Sendable {
    case file
    case keyValue
    /// Nothing is kept beyond the end of the program.
    case memory
    /// A cluster, which many machines share.
    case etcd(EtcdAddress)

    /// The store that counts where nothing else is asked for.
    static let usual = StoreChoice.file

    /// Reads what `--store`, `BOOKSHELF_STORE` and the setting say.
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

    /// The word that the initialiser takes.
    var name: String {
        switch self {
        case .file: "file"
        case .keyValue: "keyvalue"
        case .memory: "memory"
        case .etcd(let address): "\(address)"
        }
    }

    /// What the initialiser takes, for people.
    static let expected = "file, keyvalue, memory or etcd://<host>:<port>"

    /// The library in that folder, or wherever else it is kept. Nothing is read or written before the library is used.
    func library(in directory: String, variables: [String: String]) -> any Library {
        var location = StorageLocation(application: "bookshelf", name: "library", directory: directory)
        location.notice = { notice in
            let line = Array("bookshelf: \(notice.text.printable)\n".utf8)
            // Where messages can't be written, nobody can be told.
            line.withUnsafeBytes { try? ByteStream.standardError.write($0) }
        }
        return StoredLibrary(open(&location, variables), schema: .bookshelf)
    }

    private func open(_ location: inout StorageLocation, _ variables: [String: String]) -> any RecordStore {
        switch self {
        case .file: return StorageEngine.journal.open(location)
        case .keyValue: return StorageEngine.keyValue.open(location)
        case .memory: return StorageEngine.memory.open(location)
        case .etcd(let address):
            let user = variables[Self.userVariable].flatMap { $0.isEmpty ? nil : $0 }
            location.etcd = EtcdLocation(
                address,
                credentials: user.map {
                    EtcdCredentials(user: $0, password: variables[Self.passwordVariable] ?? "")
                }, copyPath: location.directory + "/cluster.copy")
            return StorageEngine.etcd.open(location)
        }
    }

    /// Who asks a cluster, and with which password: never in an address, which others may see.
    private static let userVariable = "BOOKSHELF_ETCD_USER"
    private static let passwordVariable = "BOOKSHELF_ETCD_PASSWORD"

    /// The variables that opening a store takes notice of.
    static let variables = [userVariable, passwordVariable]
}

extension ValueReader<StoreChoice> {
    static var store: Self {
        Self("<file|keyvalue|memory|etcd://…>", expected: StoreChoice.expected) { StoreChoice($0) }
    }
}

extension StorageNotice {
    /// For people.
    fileprivate var text: String {
        switch self {
        case .unfinishedLine(let location, let line):
            "\(location), line \(line), was never finished, and is left out"
        case .unfinishedLineSetAside(let location, let line, let copy):
            "\(location), line \(line), was never finished; it is kept as \(copy)"
        }
    }
}
