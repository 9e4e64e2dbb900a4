public import Domain
import Storage
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The catalogue that the reader has chosen, with what it said before in a file beside the library.
///
/// Neither the choice is read nor anything for talking to a server is made before it is asked for a book.
public final class OnlineCatalog: BookCatalog {
    private let preferences: any PreferencesRepository
    private let cachePath: String
    private let program: String
    /// The catalogue that was asked last, and where it is.
    private let opened = Mutex<(address: String, catalog: any BookCatalog)?>(nil)

    /// The catalogue that counts where nothing else was chosen.
    public static let usualAddress = "https://openlibrary.org"

    /// What an address looks like, for people.
    public static let expectedAddress = "an address such as \(usualAddress), without password or query"

    /// In `directory` lies the file of what it said before; losing it loses nothing. `program` is the name and version
    /// of the program, for whoever runs the catalogue.
    public init(in directory: String, preferences: any PreferencesRepository, program: String) {
        self.preferences = preferences
        self.program = program
        cachePath = directory + "/catalog.json"
    }

    /// Whether `text` is where a catalogue could be.
    public static func isAddress(_ text: String) -> Bool {
        CatalogAddress(text) != nil
    }

    public func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        let text = try await preferences.preferences().catalog ?? Self.usualAddress
        guard let address = CatalogAddress(text) else {
            throw .preferences(
                .badValue(key: "the setting \"catalog\"", value: text, expected: Self.expectedAddress))
        }
        return try await catalog(at: address, named: text).entry(for: isbn)
    }

    private func catalog(at address: CatalogAddress, named name: String) throws(LibraryError) -> any BookCatalog {
        #if Remote
        opened.withLock { opened in
            if let opened, opened.address == name { return opened.catalog }
            let catalog = CachedCatalog(
                OpenLibraryCatalog(address, program: program, client: URLSessionClient()), source: name,
                store: KeyValueFile(path: cachePath),
                now: { Int(Date.now.timeIntervalSince1970 * 1000) })
            opened = (name, catalog)
            return catalog
        }
        #else
        throw .catalog(.notBuiltIn(remedy: "build it without --disable-default-traits"))
        #endif
    }
}
