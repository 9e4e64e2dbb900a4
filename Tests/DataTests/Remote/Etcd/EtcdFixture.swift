import Data
import Domain
import TestSupport
import Testing

/// Tests that need a real etcd, and say so where there is none.
extension Trait where Self == ConditionTrait {
    static var needsEtcd: Self {
        .enabled(if: EtcdCluster.obstacle == nil, Comment(rawValue: EtcdCluster.obstacle ?? ""))
    }
}

/// A new place in the cluster that tests share.
struct EtcdPlace {
    let cluster: EtcdCluster
    let address: EtcdAddress

    init() async throws {
        cluster = try await EtcdCluster.shared()
        address = try #require(EtcdAddress("etcd://\(cluster.endpoints[0])/test/\(UInt64.random(in: 0 ... .max))"))
    }

    /// The library there. The slot in which its units leave their stamp is always the same.
    func library(_ network: any HTTPClient = networkClient(), patience: EtcdPatience = EtcdPatience()) -> EtcdLibrary {
        EtcdLibrary(address: address, client: network, patience: patience) { .random(in: 0 ... .max) << 6 }
    }
}
