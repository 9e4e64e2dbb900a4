import Data
import Domain
import Testing

@testable import App

struct CatalogEnvironmentTests {
    @Test func theDemoCatalogueHasABookThatItsLibraryLacks() async throws {
        let isbn = try ISBN("9780441172719")
        let demo = AppEnvironment.demo()
        #expect(try await demo.catalog.entry(for: isbn)?.title == "Dune")
        #expect(try await demo.library.books.matching(.isbn(isbn)).isEmpty)
    }

    @Test func itIsWrappedOnlyForATrace() {
        #expect(AppEnvironment().with(\.catalog, InMemoryCatalog()).catalog is InMemoryCatalog)
        #expect(AppEnvironment.demo(Trace { _ in }).catalog is Traced<InMemoryCatalog>)
    }
}
