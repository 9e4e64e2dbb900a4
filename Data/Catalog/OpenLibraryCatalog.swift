public import Domain
public import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Open Library (https://openlibrary.org/developers/api), or any server with the same API.
///
/// A lookup requests the edition with the ISBN, then each of its authors; if the edition names none, the authors of its
/// work. Each request has limits of time, size and redirects, and is retried as `HTTPRetries` describes; a whole lookup
/// has a time limit too.
public struct OpenLibraryCatalog: BookCatalog {
    private let address: WebAddress
    private let program: String
    private let client: any HTTPClient
    private let retries: HTTPRetries
    private let timeLimit: Duration
    private let totalTimeLimit: Duration
    /// The end of the current lookup.
    private var deadline: HTTPDeadline?

    /// Bounds the number of requests in a lookup.
    private static let mostAuthors = 20
    /// In bytes. The largest records of Open Library have about ten thousand.
    private static let sizeLimit = 1 << 20

    /// `program` is the program's name and version, which Open Library asks clients to send.
    /// `timeLimit` is for each request, and `totalTimeLimit` for a whole lookup, with its retries and pauses.
    public init(
        _ address: WebAddress, program: String, client: any HTTPClient, retries: HTTPRetries = HTTPRetries(),
        timeLimit: Duration = .seconds(5), totalTimeLimit: Duration = .seconds(15)
    ) {
        self.address = address
        self.program = program
        self.client = client
        self.retries = retries
        self.timeLimit = timeLimit
        self.totalTimeLimit = totalTimeLimit
    }

    public func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        var lookup = self
        lookup.deadline = HTTPDeadline(after: totalTimeLimit, from: retries.now())
        do {
            return try await lookup.edition(isbn)
        } catch {
            switch error.reason {
            case .unreachable, .brokenOff, .timedOut, .cancelled:
                throw .catalog(.unreachable(host: error.host, reason: error.explanation))
            case .tooLarge, .tooManyRedirects, .unexpectedAnswer:
                throw .catalog(.badAnswer(host: error.host, reason: error.explanation))
            }
        }
    }

    private func edition(_ isbn: ISBN) async throws(HTTPError) -> CatalogEntry? {
        let request = request("/isbn/\(isbn)")
        guard let edition = try await record(OpenLibraryEdition.self, request) else { return nil }
        let title = [edition.title, edition.subtitle].compactMap { $0?.tidied }.filter { !$0.isEmpty }
        var authors: [String] = []
        for key in try await self.authors(of: edition).prefix(Self.mostAuthors) {
            if let name = try await name(of: key) { authors.append(name) }
        }
        guard edition.title?.tidied.isEmpty == false,
            let entry = CatalogEntry(title: title.joined(separator: ": "), authors: authors)
        else { throw HTTPError(request, .unexpectedAnswer("a book without a title")) }
        return entry
    }

    /// The keys of the authors, in order.
    private func authors(of edition: OpenLibraryEdition) async throws(HTTPError) -> [OpenLibraryKey] {
        let own = (edition.authors ?? []).compactMap { OpenLibraryKey($0.key, .author) }
        guard own.isEmpty else { return own }
        for reference in (edition.works ?? []).prefix(1) {
            guard let key = OpenLibraryKey(reference.key, .work),
                let work = try await record(OpenLibraryWork.self, request(key.text))
            else { continue }
            return (work.authors ?? []).compactMap { $0.author.flatMap { OpenLibraryKey($0.key, .author) } }
        }
        return []
    }

    /// Nil if the record is gone or has no name.
    private func name(of key: OpenLibraryKey) async throws(HTTPError) -> String? {
        guard let author = try await record(OpenLibraryAuthor.self, request(key.text)) else { return nil }
        // Follows one reference only: longer chains and cycles are faults in the records.
        guard author.name == nil, let location = author.location, let key = OpenLibraryKey(location, .author) else {
            return author.name
        }
        return try await record(OpenLibraryAuthor.self, request(key.text))?.name
    }

    private func request(_ path: String) -> HTTPRequest {
        HTTPRequest(
            .get, address.url(path + ".json"), headers: ["User-Agent": program, "Accept": "application/json"],
            timeLimit: timeLimit, sizeLimit: Self.sizeLimit, redirectLimit: 5)
    }

    /// The record, or nil if the server answers that it has none.
    private func record<Record: Decodable>(
        _: Record.Type, _ request: HTTPRequest
    ) async throws(HTTPError) -> Record? {
        let response = try await client.response(to: request, retries: retries, by: deadline)
        switch response.head.status {
        case 200: break
        case 404, 410: return nil
        case let status: throw HTTPError(request, .unexpectedAnswer("status \(status)"))
        }
        let type = response.head.mediaType
        guard type == "application/json" || type.hasSuffix("+json") else {
            throw HTTPError(request, .unexpectedAnswer("not JSON but \(type.isEmpty ? "an unnamed type" : type)"))
        }
        do {
            return try JSONDecoder().decode(Record.self, from: .init(response.body))
        } catch {
            // The decoder's message would help only the authors of the server.
            throw HTTPError(request, .unexpectedAnswer("not a catalogue record"))
        }
    }
}
