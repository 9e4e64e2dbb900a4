import Storage

/// The servers of an engine on a network. Only with such an engine does `StorageLocation` conform to `NetworkedLocation`, in
/// a file of its own.
protocol Servers: Sendable {
    /// A new, empty location on them.
    func makeLocation() throws -> StorageLocation

    /// Disturbs the servers while a history runs; `number` chooses how. Returns what was done.
    func disturb(_ number: Int) async throws -> String
}

protocol NetworkedLocation {
    static func startServers() async throws -> any Servers

    /// The location, whose requests meet the faults of `injector`.
    func disturbed(by injector: FaultInjector) -> StorageLocation
}

extension StorageLocation {
    static var networked: (any NetworkedLocation.Type)? { Self.self as Any.Type as? any NetworkedLocation.Type }
    var networked: (any NetworkedLocation)? { self as Any as? any NetworkedLocation }
}
