import Data
import Domain
import Testing

/// The stores that the contract is held against. A further store is a further case here, and nothing else.
enum StoreUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case inMemory = "in memory"
    case jsonFile = "JSON file"
    case keyValueInMemory = "key-value in memory"
    case keyValueFile = "key-value file"

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
