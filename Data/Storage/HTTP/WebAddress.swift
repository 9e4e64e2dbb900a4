#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The address of a web service: a host, with an optional port and an optional prefix of all paths.
public struct WebAddress: Hashable, Sendable {
    private let base: URL

    /// Nil unless `text` is an `http` or `https` address to which a path can be added. A user, a password, a query and
    /// a fragment are refused, however misspelt, because settings, messages and caches would show them.
    public init?(_ text: String) {
        guard text.hasNoCredentials, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty
        else { return nil }
        if let port = url.port, !(1...65_535).contains(port) { return nil }
        base = url
    }

    /// The address of `path`, which begins with a slash, below this one.
    public func url(_ path: String) -> URL {
        base.appending(path: path.drop { $0 == "/" })
    }
}

extension String {
    /// Whether an address has only characters of a scheme, hosts, ports and a path, so no query, no fragment, and
    /// neither a user nor a password, however they are misspelt; but `user:1234/host` looks like a host with a port.
    var hasNoCredentials: Bool {
        unicodeScalars.allSatisfy { character in
            character.properties.isAlphabetic || ("0"..."9").contains(character)
                || "-._~:/,[]+".unicodeScalars.contains(character)
        }
    }
}
