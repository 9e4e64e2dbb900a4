import FileTestSupport
import Storage
import Synchronization

/// Ends a program in the middle of what it does to its files: as if it were killed, no call to the file system does
/// anything from then on.
final class Death: CallWatcher {
    private struct State {
        /// How many calls that change something it still makes; nil if it isn't to die.
        var rest: Int?
        /// How much of its last write is done, in eighths.
        var part = 0
    }

    private let state = Mutex(State())

    func come(after calls: Int, part: Int) { state.withLock { $0 = State(rest: calls, part: part) } }

    /// Whether it has come. If not, it won't any more.
    func hasCome() -> Bool {
        state.withLock { state in
            if state.rest == 0 { return true }
            state.rest = nil
            return false
        }
    }

    func willMake(_ call: FileCall) throws(FileError) -> Int {
        let changes: Set<FileError.Call> = [.write, .truncate, .rename, .remove, .makeDirectory]
        let isChange = changes.contains(call.kind) || call.access == .create || call.access == .createNew
        let part = state.withLock { state -> Int? in
            if state.rest == 0 { return nil }
            if isChange, let rest = state.rest { state.rest = rest - 1 }
            return state.rest == 0 ? state.part : 8
        }
        // EIO.
        guard let part else { throw FileError(call.kind, code: 5) }
        return call.kind == .write && part < 8 ? part * 16 : .max
    }

    func didMakeCall() {}
}
