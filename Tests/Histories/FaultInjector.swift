import FileTestSupport
import Storage
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Injects a step's fault at its planned call.
final class FaultInjector: CallWatcher {
    fileprivate struct State {
        var fault: Fault?
        var isStruck = false
        var calls = 0
        var requests = 0
        var writes = 0
        var syncs = 0
        /// The sizes of the files that were written to, as of the last sync.
        var synced: [Int32: Int] = [:]
    }

    private let state = Mutex(State())

    /// Resets the counters, and plans `fault`.
    func arm(_ fault: Fault?) { state.withLock { $0 = State(fault: fault) } }

    func disarm() { state.withLock { $0 = State(isStruck: $0.isStruck) } }

    /// The fault came.
    func strike() { state.withLock { $0.isStruck = true } }

    /// Whether the fault came since it was armed.
    var wasStruck: Bool { state.withLock { $0.isStruck } }

    func willMake(_ call: FileCall) throws(FileError) -> Int {
        let files = POSIXFiles()
        let (limit, code, lost) = state.withLock { state -> (Int, Int32?, Int?) in
            state.countCall()
            switch (call.kind, state.fault) {
            case (.write, let fault):
                state.writes += 1
                if let descriptor = call.descriptor, state.synced[descriptor] == nil {
                    state.synced[descriptor] = try? files.status(descriptor).size
                }
                guard case .fullDisk(let number) = fault, state.writes >= number else { break }
                state.isStruck = true
                // The last bytes that fit.
                return state.writes == number ? (7, nil, nil) : (0, ENOSPC, nil)
            case (.synchronize, let fault):
                state.syncs += 1
                let size = call.descriptor.flatMap { state.synced[$0] }
                if case .failedSync(state.syncs) = fault {
                    state.isStruck = true
                    return (0, EIO, size)
                }
                if let descriptor = call.descriptor { state.synced[descriptor] = nil }
            default: break
            }
            return (.max, nil, nil)
        }
        if let lost, let descriptor = call.descriptor { try files.truncate(descriptor, to: lost) }
        if let code { throw FileError(call.kind, code: code) }
        return limit
    }

    func didMakeCall() {}

    /// What becomes of the next request.
    func loss() -> Fault.Loss? {
        state.withLock { state in
            state.countCall()
            state.requests += 1
            guard case .request(state.requests, let loss) = state.fault else { return nil }
            state.isStruck = true
            return loss
        }
    }
}

extension FaultInjector.State {
    /// The process ends here, or stops, if the fault says so.
    fileprivate mutating func countCall() {
        calls += 1
        switch fault {
        case .kill(calls): raise(SIGKILL)
        case .stop(calls):
            isStruck = true
            raise(SIGSTOP)
        default: break
        }
    }
}
