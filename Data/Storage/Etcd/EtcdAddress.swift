#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where records are kept in an etcd cluster: `etcd://host:port[,host:port…][/prefix]`, or `etcds://…` for TLS.
public struct EtcdAddress: Hashable, Sendable {
    /// The servers to ask, in the order given.
    public let endpoints: [URL]
    /// What the keys begin with; nil where the address names no prefix, and the name of the application is used.
    public let prefix: String?
    private let text: String

    /// Where the address names no port.
    public static let defaultPort = 2379

    /// Nil unless `text` is an address. A user or a password in it is refused: an address is shown to others.
    public init?(_ text: String) {
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
            guard !host.contains(where: { "@?#% ".contains($0) }), let url = URL(string: "\(scheme)://\(host)"),
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
    /// The text that `init(_:)` took.
    public var description: String { text }
}
