public import Domain
public import Storage
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The catalogue at the chosen address, with its earlier answers in a file beside the library.
///
/// The address is read, and networking set up, only when a book is looked up.
public final class OnlineCatalog: BookCatalog {
    private let address: @Sendable () async throws(StorageError) -> String
    private let cachePath: String
    private let program: String
    /// The catalogue that was asked last, and where it is.
    private let opened = Mutex<(address: String, catalog: any BookCatalog)?>(nil)

    /// The catalogue that counts where nothing else was chosen.
    public static let usualAddress = "https://openlibrary.org"

    /// What an address looks like, for people.
    public static let expectedAddress = "an address such as \(usualAddress), without password or query"

    /// Keeps earlier answers in a file in `directory`; losing it loses nothing. `program` is the name and version of
    /// the program, for the operators of the catalogue. `address` is called for each book.
    public init(
        in directory: String, program: String, address: @escaping @Sendable () async throws(StorageError) -> String
    ) {
        self.address = address
        self.program = program
        cachePath = directory + "/catalog.json"
    }

    /// Whether `text` is where a catalogue could be.
    public static func isAddress(_ text: String) -> Bool {
        WebAddress(text) != nil
    }

    public func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        let text = try await reading(await address())
        guard let address = WebAddress(text) else { throw .catalog(.badAddress(text)) }
        return try await catalog(at: address, named: text).entry(for: isbn)
    }

    private func catalog(at address: WebAddress, named name: String) throws(LibraryError) -> any BookCatalog {
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
