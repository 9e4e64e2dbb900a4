import Data
import Domain
import FileTestSupport
import TestSupport
import Testing

/// The stores that the contract is held against. A further store is a further case here, and nothing else.
enum StoreUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case inMemory = "in memory"
    case jsonFile = "JSON file"
    case keyValueInMemory = "key-value in memory"
    case keyValueFile = "key-value file"
    /// Where etcd is not installed it is left out, and `EtcdIsThereTests` says so.
    case etcd = "etcd"

    static let allCases: [StoreUnderTest] =
        [.inMemory, .jsonFile, .keyValueInMemory, .keyValueFile] + (EtcdCluster.obstacle == nil ? [.etcd] : [])

    var testDescription: String { rawValue }

    /// Those that can be opened a second time, as another process would.
    static let shared = allCases.filter { $0 != .inMemory }

    /// A place where nothing was ever stored.
    func makePlace() async throws -> LibraryPlace {
        switch self {
        case .inMemory:
            let library = InMemoryLibrary()
            return LibraryPlace { library }
        case .jsonFile:
            let file = try TemporaryDirectory().file("library.jsonl")
            return LibraryPlace { JSONFileLibrary(path: file.path) }
        case .keyValueInMemory:
            let store = InMemoryKeyValueStore()
            return LibraryPlace { KeyValueLibrary(store: store) }
        case .keyValueFile:
            let file = try TemporaryDirectory().file("library.json")
            return LibraryPlace { KeyValueLibrary(store: KeyValueFile(path: file.path)) }
        case .etcd:
            let copyPath = try TemporaryDirectory().file("cluster.copy").path
            let endpoint = try await EtcdCluster.shared().endpoints[0]
            let address = try #require(EtcdAddress("etcd://\(endpoint)/test/\(UInt64.random(in: 0 ... .max))"))
            return LibraryPlace { EtcdLibrary(address: address, client: networkClient(), copyPath: copyPath) }
        }
    }

    /// An empty library.
    func makeLibrary() async throws -> any Library {
        try await makePlace().open()
    }
}

/// Where a library is stored.
struct LibraryPlace: Sendable {
    /// A new instance of the library there, where the store can have several.
    let open: @Sendable () async throws -> any Library
}
