#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a catalogue is: a host, perhaps a port, and perhaps the beginning of all paths.
public struct CatalogAddress: Hashable, Sendable {
    private let base: URL

    /// Nil where `text` is no address of a web server, or has something in it that can't be the beginning of another
    /// address, or a password, which would be kept where everybody reads it.
    public init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.user() == nil, url.password() == nil, url.query() == nil,
            url.fragment() == nil, !text.contains(where: \.isWhitespace)
        else { return nil }
        if let port = url.port, !(1...65_535).contains(port) { return nil }
        base = url
    }

    /// The address of `path`, which begins with a slash, below this one.
    func url(_ path: String) -> URL {
        base.appending(path: path.drop { $0 == "/" })
    }
}
