/// Lets other tasks run until the condition holds: for what nothing announces, such as a caller that waits in line, an
/// object that is released, or a descriptor that the system closes. Throws if the test hangs and is cancelled.
public func yield(until condition: () throws -> Bool) async throws {
    while try !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
