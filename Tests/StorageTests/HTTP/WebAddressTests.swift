import Foundation
import Storage
import Testing

struct WebAddressTests {
    @Test(arguments: [
        "https://example.org", "https://example.org/", "http://127.0.0.1:8080", "http://localhost/base/",
        "HTTPS://Example.org:443/a/b", "http://[::1]:8080/", "http://localhost:1", "http://localhost:65535",
    ])
    func isAnAddress(text: String) {
        #expect(WebAddress(text) != nil)
    }

    @Test(arguments: [
        "", " ", "example.org", "ftp://example.org", "https://", "https:///path", "file:///etc",
        "https:example.org",
        "https://ana@example.org", "https://ana:secret@example.org", "https://example.org?x=1",
        "https://example.org/?", "https://example.org#x", "https://exa mple.org",
        "https://example.org:0",
        "https://example.org:65536", "https://example.org\n", "/path", "javascript:alert(1)",
        "https://ana:12/34@example.org", "https://example.org/@", "https://example.org/%3Fkey=x",
        "https://example.org/key=x", "https://example.org/a&b", "https://example.org/;x", "https:\\\\example.org",
        "https://example.org/\u{200B}",
    ])
    func isNotAnAddress(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: ["http://example.org/base", "http://example.org/base/"], ["/a/b.json", "a/b.json"])
    func pathsAreAddedBelowIt(text: String, path: String) throws {
        #expect(try #require(WebAddress(text)).url(path).absoluteString == "http://example.org/base/a/b.json")
    }
}
