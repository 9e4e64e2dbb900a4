#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where a library lies in an etcd cluster: `etcd://host:port[,host:port…][/prefix]`, or `etcds://…` for TLS.
public struct EtcdAddress: Hashable, Sendable {
    /// The servers of the cluster that may be asked, in the order in which they are named.
    public let endpoints: [URL]
    /// What the library's keys begin with, before a slash.
    public let prefix: String
    private let text: String

    /// Where no port is named.
    public static let usualPort = 2379
    /// Where no prefix is named.
    public static let usualPrefix = "bookshelf"

    /// Reads an address. Nil where it is none; also where it has a user or a password in it, which are no matter for
    /// an address that others may see.
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
                let endpoint = URL(string: "\(scheme)://\(host)\(url.port == nil ? ":\(Self.usualPort)" : "")"),
                (1...65535).contains(endpoint.port ?? 0)
            else { return nil }
            endpoints.append(endpoint)
        }
        self.endpoints = endpoints
        self.prefix = prefix.isEmpty ? Self.usualPrefix : prefix
        self.text = text
    }
}

extension EtcdAddress: CustomStringConvertible {
    /// As it was read.
    public var description: String { text }
}

/// Who asks.
public struct EtcdCredentials: Hashable, Sendable {
    public let user: String
    public let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
