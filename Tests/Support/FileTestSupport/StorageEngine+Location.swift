public import Storage

extension StorageEngine {
    /// Why the engine can't run here; nil if it can.
    public var obstacle: String? { StorageLocation.served?.obstacle(to: self) }

    /// A new, empty location. Everything an engine needs besides a directory and a name is set here, for all engines.
    public static func makeLocation(application: String, name: String) async throws -> StorageLocation {
        let directory = try TemporaryDirectory().path + "/made/when/needed"
        let location = StorageLocation(application: application, name: name, directory: directory)
        return try await location.served?.withNewServer() ?? location
    }
}
