public import Domain
public import Storage
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The catalogue at the configured address, with its answers cached in a file.
///
/// It reads the address and sets up networking only when a book is looked up.
public final class OnlineCatalog: BookCatalog {
    private let address: @Sendable () async throws(StorageError) -> String
    private let cachePath: String
    private let program: String
    /// The catalogue that was asked last, and its address.
    private let opened = Mutex<(address: String, catalog: any BookCatalog)?>(nil)

    /// The address of the default catalogue.
    public static let usualAddress = "https://openlibrary.org"

    /// A description of valid addresses, for messages.
    public static let expectedAddress = "an address such as \(usualAddress), without password or query"

    /// Caches answers in `catalog.json` in `directory`; that file can be deleted at any time. `program` is the
    /// program's name and version, sent to the operators of the catalogue. `address` is called for each lookup.
    public init(
        in directory: String, program: String, address: @escaping @Sendable () async throws(StorageError) -> String
    ) {
        self.address = address
        self.program = program
        cachePath = directory + "/catalog.json"
    }

    #if !Remote
    public var isBuiltIn: Bool { false }
    #endif

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
