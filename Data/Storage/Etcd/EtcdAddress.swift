#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The location of a store in an etcd cluster: `etcd://host:port[,host:port…][/prefix]`, or `etcds://…` for TLS.
public struct EtcdAddress: Hashable, Sendable {
    /// The servers, in the order given.
    public let endpoints: [URL]
    /// The prefix of the keys; nil if the address has none, which means the application's name.
    public let prefix: String?
    private let text: String

    /// The port used if the address has none.
    public static let defaultPort = 2379

    /// Returns nil unless `text` is a valid address. One with a user or a password, however misspelt, is refused,
    /// because addresses appear in messages.
    public init?(_ text: String) {
        guard text.hasNoCredentials else { return nil }
        let scheme: String
        if text.hasPrefix("etcd://") {
            scheme = "http"
        } else if text.hasPrefix("etcds://") {
            scheme = "https"
        } else {
            return nil
        }
        let rest = text.drop { $0 != ":" }.dropFirst(3)
        let hosts = rest.prefix { $0 != "/" }
        let prefix = rest.dropFirst(hosts.count).split(separator: "/").joined(separator: "/")
        var endpoints: [URL] = []
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            guard let url = URL(string: "\(scheme)://\(host)"),
                let name = url.host(), !name.isEmpty, url.path().isEmpty,
                let endpoint = URL(string: "\(scheme)://\(host)\(url.port == nil ? ":\(Self.defaultPort)" : "")"),
                (1...65535).contains(endpoint.port ?? 0)
            else { return nil }
            endpoints.append(endpoint)
        }
        self.endpoints = endpoints
        self.prefix = prefix.isEmpty ? nil : prefix
        self.text = text
    }
}

extension EtcdAddress: CustomStringConvertible {
    /// The text passed to `init(_:)`.
    public var description: String { text }
}
