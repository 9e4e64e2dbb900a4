import Storage

/// A library in a cluster, which many machines share.
extension StoreChoice {
    /// For people. An address may have several hosts and a prefix.
    static let etcdAddresses = ["etcd://<host>:<port>", "etcds://<host>:<port>"]
    static let clusterCopy = (name: "cluster.copy", contents: "a copy of a library in a cluster; it can be deleted")

    /// The variables that only such a library reads, and the description of each, for the manual page.
    static var variables: [(String, String)] {
        [
            (Bookshelf.variable("ETCD_USER"), "the user for a cluster"),
            (Bookshelf.variable("ETCD_PASSWORD"), "the password for a cluster"),
        ]
    }

    /// Whether it needs no network.
    var isOnThisMachine: Bool { etcd == nil }

    /// Nil unless `text` is an address.
    static func etcd(_ text: String) -> Self? { EtcdAddress(text).map { Self(engine: .etcd, etcd: $0) } }
}

extension EtcdLocation {
    /// `directory` is for the copy.
    init(_ address: EtcdAddress, in directory: String, _ variables: Variables) {
        // In variables: other users of the machine may see the address on the command line.
        let credentials = variables[Bookshelf.variable("ETCD_USER")].map {
            EtcdCredentials(user: $0, password: variables[Bookshelf.variable("ETCD_PASSWORD")] ?? "")
        }
        self.init(address, credentials: credentials, copyPath: "\(directory)/\(StoreChoice.clusterCopy.name)")
    }
}
