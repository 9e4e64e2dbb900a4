import Data
import Domain
import Storage

extension AppEnvironment {
    enum CatalogKey: AppEnvironmentKey {
        static let defaultValue: any BookCatalog = InMemoryCatalog()
    }

    /// Where books are looked up.
    var catalog: any BookCatalog {
        get { self[CatalogKey.self] }
        set { self[CatalogKey.self] = trace?.catalog(newValue) ?? newValue }
    }

    /// A copy with the catalogue of the settings, whose answers are kept in `directory`.
    func withCatalog(in directory: String) -> AppEnvironment {
        let settings = settings
        return with(
            \.catalog,
            OnlineCatalog(in: directory, program: "\(Bookshelf.name)/\(Bookshelf.version)") {
                () async throws(StorageError) in try await settings.value(for: .catalog)
            })
    }
}

/// Stored as text, which `settings set` checks. If the file holds an invalid text nevertheless, a look-up reports that.
extension KeyValueKey<String> {
    /// The address of the catalogue.
    static var catalog: Self { Self("catalog", default: OnlineCatalog.usualAddress) }
}

extension InMemoryCatalog {
    /// One book that the library of the demo lacks.
    static var demo: InMemoryCatalog {
        let dune = CatalogEntry(title: "Dune", authors: ["Frank Herbert"])
        let isbn = try? ISBN("9780441172719")
        return InMemoryCatalog(isbn.flatMap { isbn in dune.map { [isbn: $0] } } ?? [:])
    }
}

extension Trace {
    fileprivate func catalog(_ base: some BookCatalog) -> any BookCatalog { Traced(base, (any BookCatalog).self, self) }
}

extension Traced: BookCatalog where Base: BookCatalog {
    func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        try await call(try await base.entry(for: isbn))
    }
    var isBuiltIn: Bool { base.isBuiltIn }
}
