import FileTestSupport
import Foundation
import Storage
import StorageTestSupport

extension StoreFixture {
    /// Starts a process that changes this store; see `StorageWorker`.
    func startWorker(_ arguments: String...) throws -> RunningProgram {
        let process = Process()
        process.executableURL = try builtProgram("StorageWorker")
        process.arguments = [engine.rawValue] + location.arguments + arguments
        return try RunningProgram(process)
    }
}
