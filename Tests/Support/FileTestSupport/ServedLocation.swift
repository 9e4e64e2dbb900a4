public import Storage

/// A location with the address of a server. The tests of an engine that needs one make `StorageLocation` conform, in a
/// file of their own: without such an engine, only that file is left out.
public protocol ServedLocation {
    /// Why the engine's server can't be started here; nil if it can, or if the engine needs none.
    static func obstacle(to engine: StorageEngine) -> String?

    /// The location with the address of an empty server, where one can be started.
    func withNewServer() async throws -> StorageLocation

    /// The location with the server at this address, which may be none.
    func withServer(at address: String) -> StorageLocation

    /// The address as text, for another process; nil without a server.
    var serverAddress: String? { get }
}

extension StorageLocation {
    /// Nil if no engine needs a server. `Any` hides from the compiler which of the two is true.
    static var served: (any ServedLocation.Type)? { Self.self as Any.Type as? any ServedLocation.Type }
    var served: (any ServedLocation)? { self as Any as? any ServedLocation }

    /// What another process passes to `init(arguments:)`.
    public var arguments: [String] {
        [application, name, directory, served?.serverAddress ?? "none"]
    }

    /// The location that another process passes as its arguments: application, name, directory and server.
    public init?(arguments: some Sequence<String>) {
        let arguments = Array(arguments)
        guard arguments.count == 4 else { return nil }
        let location = StorageLocation(application: arguments[0], name: arguments[1], directory: arguments[2])
        self = location.served?.withServer(at: arguments[3]) ?? location
    }
}
