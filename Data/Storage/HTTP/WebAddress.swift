#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The address of a web service: a host, with an optional port and an optional prefix of all paths.
public struct WebAddress: Hashable, Sendable {
    private let base: URL

    /// Nil unless `text` is an `http` or `https` address to which a path can be added. A user or password is refused:
    /// settings, messages and caches would show it.
    public init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.user() == nil, url.password() == nil, url.query() == nil,
            url.fragment() == nil, !text.contains(where: \.isWhitespace)
        else { return nil }
        if let port = url.port, !(1...65_535).contains(port) { return nil }
        base = url
    }

    /// The address of `path`, which begins with a slash, below this one.
    public func url(_ path: String) -> URL {
        base.appending(path: path.drop { $0 == "/" })
    }
}
