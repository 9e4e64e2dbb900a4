public import Storage
public import StorageTestSupport

extension StorageLocation: ServedLocation {
    public static func obstacle(to engine: StorageEngine) -> String? {
        engine == .etcd ? EtcdCluster.obstacle : nil
    }

    public func withNewServer() async throws -> StorageLocation {
        guard EtcdCluster.obstacle == nil else { return self }
        var location = self
        location.etcd = EtcdLocation(
            try await EtcdCluster.shared().makeAddress(), copyPath: directory + "/cluster.copy", patience: .endless)
        return location
    }

    public func withServer(at address: String) -> StorageLocation {
        var location = self
        location.etcd = EtcdAddress(address).map { EtcdLocation($0) }
        return location
    }

    public var serverAddress: String? { etcd.map { "\($0.address)" } }
}

extension EtcdPatience {
    /// For tests whose subject isn't a time limit.
    public static let endless = EtcdPatience(answer: .seconds(86_400), cluster: .seconds(86_400))
}

extension EtcdCluster {
    /// The address of a new prefix.
    public nonisolated func makeAddress() -> EtcdAddress {
        let text = "etcd://\(endpoints[0])/test/\(UInt64.random(in: 0 ... .max))"
        guard let address = EtcdAddress(text) else { preconditionFailure("\(text) is not an address") }
        return address
    }
}
