import Foundation
import StorageTestSupport
import TestSupport
import TestTraits
import Testing

/// `add --isbn`, as a process, with a local server as the catalogue.
@Suite(.fewAtATime, .endsIfItHangs)
final class LookUpTests {
    private static let isbn = "9780060853983"
    private static let asked = "GET /isbn/9780060853983.json"
    private let bookshelf: CommandLineProgram
    /// Kept for the duration of the test.
    private var servers: [LoopbackServer] = []

    init() throws { bookshelf = try CommandLineProgram() }

    private func setCatalog(_ server: LoopbackServer) async throws {
        servers.append(server)
        try await bookshelf.run("settings", "set", "catalog", server.address)
    }

    private typealias Outcome = CommandLineProgram.Outcome

    #if Remote
    @Test func found() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        try await setCatalog(server)
        let title = "Good Omens: The Nice and Accurate Prophecies"
        #expect(
            try await bookshelf.run("add", "--isbn", "0-06-085398-0")
                == Outcome(
                    output:
                        "#\t\(title)\tTerry Pratchett; Neil Gaiman\t\(Self.isbn)\tto-read\t\t\t\ttoday\t\(noneDerived)\n",
                    messages: "Added \"\(title)\" by Terry Pratchett, Neil Gaiman (#).\n"))
        #expect(server.requests.first?.headers["user-agent"] == "bookshelf/0.1.0")
    }

    @Test func foundAsJSON() async throws {
        try await setCatalog(.catalog(LoopbackServer.goodOmens))
        let outcome = try await bookshelf.run("add", "--isbn", Self.isbn, "--json", "--quiet", "--shelf", "Sea")
        let title = "Good Omens: The Nice and Accurate Prophecies"
        #expect(outcome.output.contains("\"title\":\"\(title)\",\"authors\":[\"Terry Pratchett\",\"Neil Gaiman\"]"))
        #expect(outcome.output.contains("\"isbn\":\"\(Self.isbn)\",\"status\":\"to-read\""))
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func givenFieldsOverrideTheCatalogue() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        try await setCatalog(server)
        let added = try await bookshelf.run("add", "Ein gutes Omen", "--isbn", Self.isbn)
        #expect(added.messages == "Added \"Ein gutes Omen\" by Terry Pratchett, Neil Gaiman (#).\n")
        try await bookshelf.run("remove", "omen", "--yes")
        let other = try await bookshelf.run("add", "--isbn", Self.isbn, "--author", "N. G.")
        #expect(other.messages == "Added \"Good Omens: The Nice and Accurate Prophecies\" by N. G. (#).\n")
    }

    @Test func theCatalogueIsNotAskedWithoutNeed() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        try await setCatalog(server)
        #expect(try await bookshelf.run("add", "Omens", "--author", "X", "--isbn", Self.isbn).status == 0)
        #expect(
            try await bookshelf.run("add", "--isbn", Self.isbn)
                == Outcome(
                    messages: "bookshelf: the library already has ISBN \(Self.isbn): \"Omens\" (#)\n", status: 1))
        #expect(server.requests.isEmpty)
    }

    @Test func notFound() async throws {
        try await setCatalog(.catalog([:]))
        let message = "the catalogue has no book with ISBN \(Self.isbn); give its title and --author"
        let expected = Outcome(messages: "bookshelf: \(message)\n", status: 1)
        #expect(try await bookshelf.run("add", "--isbn", Self.isbn) == expected)
        #expect(try await bookshelf.run("list").output.isEmpty)
    }

    @Test func withoutAuthor() async throws {
        try await setCatalog(.catalog(["/isbn/\(Self.isbn).json": #"{"title": "Beowulf"}"#]))
        let message = "the catalogue does not say who wrote \"Beowulf\", ISBN \(Self.isbn); add --author"
        #expect(
            try await bookshelf.run("add", "--isbn", Self.isbn)
                == Outcome(messages: "bookshelf: \(message)\n", status: 1))
    }

    /// Escape sequences in a title reach no terminal.
    @Test func aHostileTitle() async throws {
        let record = #"{"title": "\u001b[31mRed", "authors": [{"key": "/authors/OL1A"}]}"#
        try await setCatalog(
            .catalog(["/isbn/\(Self.isbn).json": record, "/authors/OL1A.json": #"{"name": "\u0007X"}"#]))
        let outcome = try await bookshelf.run("add", "--isbn", Self.isbn)
        #expect(outcome.messages == "Added \"␛[31mRed\" by ␇X (#).\n")
    }

    @Test func anUnusableAnswerAddsNothing() async throws {
        let server = try LoopbackServer { $0.answer(200, ["Content-Type": "text/html"], "<html>") }
        try await setCatalog(server)
        let beginning = "the catalogue at 127.0.0.1:\(server.port) gave no usable answer"
        let expected = Outcome(
            messages: "bookshelf: \(beginning): not JSON but text/html (\(Self.asked))\n", status: 69)
        #expect(try await bookshelf.run("add", "--isbn", Self.isbn) == expected)
        #expect(try await bookshelf.run("list").output.isEmpty)
    }

    @Test func cutOff() async throws {
        let server = try LoopbackServer { exchange in
            exchange.begin(200, ["Content-Type": "application/json", "Content-Length": "100"])
            exchange.send("{\"title\":")
        }
        try await setCatalog(server)
        let outcome = try await bookshelf.run("add", "--isbn", Self.isbn)
        let beginning = "bookshelf: can't reach the catalogue at 127.0.0.1:\(server.port): the connection was lost"
        #expect(outcome.messages.hasPrefix("\(beginning) (\(Self.asked)): "))
        #expect(outcome.status == 69)
        // Retried, but not for ever.
        #expect(server.requests.count == 3)
    }

    @Test func unreachableButCached() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        try await setCatalog(server)
        #expect(try await bookshelf.run("add", "--isbn", Self.isbn).status == 0)
        try await bookshelf.run("remove", "omens", "--yes")
        server.close()
        let remembered = try await bookshelf.run("add", "--isbn", Self.isbn)
        #expect(remembered.status == 0)
        #expect(remembered.messages.hasPrefix("Added \"Good Omens: "))
        let other = try await bookshelf.run("add", "--isbn", "9780441172719")
        let beginning = "bookshelf: can't reach the catalogue at 127.0.0.1:\(server.port): Failed to connect"
        #expect(other.messages.hasPrefix(beginning))
        #expect(other.status == 69)
    }

    @Test func aDamagedCacheDoesNotPreventALookup() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        _ = try bookshelf.file("settings.json", "{\"catalog\": \"\(server.address)\"}")
        _ = try bookshelf.file("catalog.json", "no JSON")
        #expect(try await bookshelf.run("add", "--isbn", Self.isbn, "--directory", ".").status == 0)
        #expect(try bookshelf.contents(of: "catalog.json") == "no JSON")
    }
    #if canImport(FoundationNetworking)
    @Test func onlyRequestsToOtherMachinesUseAProxy() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        let proxy = try LoopbackServer { $0.answer(418) }
        servers.append(proxy)
        let variables = ["http_proxy": proxy.address, "no_proxy": "other.example"]
        try await setCatalog(server)
        #expect(try await bookshelf.run("add", "--isbn", Self.isbn, variables: variables).status == 0)
        try await bookshelf.run("remove", "omens", "--yes")
        try await bookshelf.run("settings", "set", "catalog", "http://localhost:\(server.port)")
        #expect(try await bookshelf.run("add", "--isbn", Self.isbn, variables: variables).status == 0)
        #expect(proxy.requests.isEmpty)
        try await bookshelf.run("settings", "set", "catalog", "http://books.example")
        let other = try await bookshelf.run("add", "--isbn", "9780441172719", variables: variables)
        #expect(other.messages.contains("status 418"))
        #expect(proxy.requests.map { $0.headers["host"] } == ["books.example"])
    }
    #endif
    #else
    @Test func thisBuildHasNoNetwork() async throws {
        let remedy = "build it without --disable-default-traits"
        #expect(
            try await bookshelf.run("add", "--isbn", Self.isbn)
                == Outcome(
                    messages: "bookshelf: this program was built without networking; \(remedy)\n", status: 69))
    }
    #endif

    /// The settings may have been edited by hand.
    @Test func aSettingThatIsNotAnAddress() async throws {
        _ = try bookshelf.file("settings.json", #"{"catalog": "openlibrary.org"}"#)
        let outcome = try await bookshelf.run("add", "--isbn", Self.isbn, "--directory", ".")
        #expect(outcome.messages.hasPrefix("The settings have a wrong value for catalog; "))
        #expect(outcome.messages.contains("\nbookshelf: the setting \"catalog\" can't be \"openlibrary.org\""))
        #expect(outcome.status == 64)
    }
}
