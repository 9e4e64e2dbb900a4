import Data
import Testing

struct CatalogAddressTests {
    @Test(arguments: [
        "https://openlibrary.org", "https://openlibrary.org/", "http://127.0.0.1:8080", "http://localhost/library/",
        "HTTPS://OpenLibrary.org:443/a/b", "http://[::1]:8080/", "http://localhost:1", "http://localhost:65535",
    ])
    func canBeWhereACatalogueIs(text: String) {
        #expect(OnlineCatalog.isAddress(text))
    }

    @Test(arguments: [
        "", " ", "openlibrary.org", "ftp://openlibrary.org", "https://", "https:///isbn", "file:///etc",
        "https:openlibrary.org",
        "https://ana@openlibrary.org", "https://ana:secret@openlibrary.org", "https://openlibrary.org?x=1",
        "https://openlibrary.org/?", "https://openlibrary.org#x", "https://open library.org",
        "https://openlibrary.org:0",
        "https://openlibrary.org:65536", "https://openlibrary.org\n", "/isbn", "javascript:alert(1)",
    ])
    func canNotBe(text: String) {
        #expect(!OnlineCatalog.isAddress(text))
    }

    @Test func theUsualOneCanBe() {
        #expect(OnlineCatalog.isAddress(OnlineCatalog.usualAddress))
    }
}
