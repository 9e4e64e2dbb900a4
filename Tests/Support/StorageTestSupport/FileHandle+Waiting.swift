public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileHandle {
    /// Waits for bytes, and returns those that have arrived; empty at the end. Unlike `availableData` it doesn't end
    /// the process when a signal interrupts it.
    public func waitingBytes() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = -1
        repeat {
            count = readOnce(fileDescriptor, &bytes)
        } while count < 0 && errno == EINTR
        return Array(bytes[..<max(0, count)])
    }
}

// Outside `FileHandle`, which has its own `read`.
private func readOnce(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    read(descriptor, &bytes, bytes.count)
}
