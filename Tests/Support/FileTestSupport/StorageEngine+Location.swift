public import Storage
public import StorageTestSupport

extension StorageEngine {
    /// Why the engine can't run here; nil if it can.
    public var obstacle: String? {
        self == .etcd ? EtcdCluster.obstacle : nil
    }

    /// A new, empty location. Everything an engine needs besides a directory and a name is set here, for all engines.
    public static func makeLocation(application: String, name: String) async throws -> StorageLocation {
        let directory = try TemporaryDirectory().path + "/made/when/needed"
        var location = StorageLocation(application: application, name: name, directory: directory)
        if EtcdCluster.obstacle == nil {
            location.etcd = EtcdLocation(
                try await EtcdCluster.shared().makeAddress(), copyPath: directory + "/cluster.copy", patience: .endless)
        }
        return location
    }
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
