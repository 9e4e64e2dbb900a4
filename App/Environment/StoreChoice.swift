import Data
import Domain

/// Where a library is kept. The one place that knows which stores there are, and how each is opened.
enum StoreChoice: Hashable, Sendable {
    case file
    case keyValue
    /// Nothing is kept beyond the end of the program.
    case memory

    /// The store that counts where nothing else is asked for.
    static let usual = StoreChoice.file

    /// Reads what `--store`, `BOOKSHELF_STORE` and the setting say.
    init?(_ text: String) {
        switch text {
        case "file": self = .file
        case "keyvalue": self = .keyValue
        case "memory": self = .memory
        default: return nil
        }
    }

    /// The word that the initialiser takes.
    var name: String {
        switch self {
        case .file: "file"
        case .keyValue: "keyvalue"
        case .memory: "memory"
        }
    }

    /// What the initialiser takes, for people.
    static let expected = "file, keyvalue or memory"

    /// The library in that folder. Nothing is read or written before the library is used.
    func library(in directory: String) -> any Library {
        switch self {
        case .file: JSONFileLibrary(path: directory + "/" + JSONFileLibrary.fileName)
        case .keyValue: KeyValueLibrary(store: KeyValueFile(path: directory + "/library.json"))
        case .memory: InMemoryLibrary()
        }
    }

    /// The reader's choices, which lie in the same folder whatever the store.
    static func preferences(in directory: String) -> any PreferencesRepository {
        KeyValuePreferences(store: KeyValueFile(path: directory + "/settings.json"))
    }
}

extension ValueReader<StoreChoice> {
    static var store: Self {
        Self("<file|keyvalue|memory>", expected: StoreChoice.expected) { StoreChoice($0) }
    }
}
