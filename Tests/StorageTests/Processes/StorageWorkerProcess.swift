import Foundation
import Storage
import StorageTestSupport

extension StoreFixture {
    /// Starts a process that changes this store; see `StorageWorker`.
    func startWorker(_ arguments: String...) throws -> RunningProgram {
        let process = Process()
        process.executableURL = try builtProgram("StorageWorker")
        let cluster = location.etcd.map { "\($0.address)" } ?? "none"
        process.arguments =
            [engine.rawValue, location.application, location.name, location.directory, cluster] + arguments
        return try RunningProgram(process)
    }
}
