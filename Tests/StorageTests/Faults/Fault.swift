import FileTestSupport
import Foundation
import Synchronization

@testable import Storage

/// A fault of a file system call.
enum Fault: Hashable, Sendable, CustomStringConvertible {
    case error(Int32)
    /// Reads or writes less than asked.
    case short
    /// The disk becomes full in the middle of a write.
    case shortThenFull

    /// Whether the store's user must not notice it.
    var isInvisible: Bool {
        self == .short || self == .error(EINTR)
    }

    /// Whether the system may stay in this state for a while.
    var canLast: Bool {
        switch self {
        case .error(let code): [EIO, ENOSPC, EROFS, EMFILE].contains(code)
        case .short: false
        case .shortThenFull: true
        }
    }

    /// The faults that a call can have.
    static func plausible(for call: FileCall) -> [Fault] {
        let codes: [Int32] =
            switch call.kind {
            case .open:
                switch call.access {
                case .create, .createNew: [EINTR, EIO, EMFILE, EACCES, EROFS, ENOSPC]
                case .readAndWrite: [EINTR, EIO, EMFILE, EACCES, EROFS]
                case .read, nil: [EINTR, EIO, EMFILE, EACCES]
                // A directory that may not be read can't be synchronized; the store tolerates that.
                case .directory: [EINTR, EIO, EMFILE]
                }
            case .read: [EINTR, EIO]
            case .write: [EINTR, EIO, ENOSPC, EFBIG, EDQUOT]
            case .truncate: [EINTR, EIO]
            case .synchronize: [EINTR, EIO, ENOSPC]
            // The status of an open file is in memory.
            case .status: call.descriptor == nil ? [EINTR, EIO, EACCES] : [EIO]
            case .setMode: [EINTR, EIO, EROFS, EPERM]
            case .rename, .makeDirectory: [EINTR, EIO, ENOSPC, EROFS, EACCES]
            case .remove: [EINTR, EIO, EROFS, EACCES]
            case .list: [EINTR, EIO, EMFILE, EACCES]
            case .readLink: [EINTR, EIO, EACCES]
            case .lock: [EINTR, ENOLCK]
            // Not a call of the protocol; without notifications the store polls.
            case .watch: []
            }
        var faults = codes.map(Fault.error)
        if call.kind == .read || call.kind == .write { faults.append(.short) }
        if call.kind == .write { faults.append(.shortThenFull) }
        return faults
    }

    var description: String {
        switch self {
        case .error(let code): String(cString: strerror(code))
        case .short: "less than asked for"
        case .shortThenFull: "full in the middle"
        }
    }
}

/// Makes one call fail, or that call and all later ones that can fail in the same way, until it is lifted.
final class FaultPlan: CallWatcher {
    /// The number of the call that fails, counted from 0; nil for none.
    let number: Int?
    let fault: Fault
    let isLasting: Bool
    /// The disk on which a failed synchronization loses writes.
    private let disk: SimulatedDisk?
    private let progress = Mutex(Progress())

    private struct Progress {
        var isActive = false
        var calls: [FileCall] = []
        var mustBeFull = false
    }

    init(number: Int?, fault: Fault = .short, isLasting: Bool = false, disk: SimulatedDisk? = nil) {
        self.number = number
        self.fault = fault
        self.isLasting = isLasting
        self.disk = disk
    }

    /// Starts counting calls.
    func begin() {
        progress.withLock { $0.isActive = true }
    }

    /// Ends the faults.
    func lift() {
        progress.withLock { $0.isActive = false }
    }

    /// The calls from `begin` to `lift`.
    var calls: [FileCall] {
        progress.withLock { $0.calls }
    }

    func willMake(_ call: FileCall) throws(FileError) -> Int {
        try progress.withLock { progress throws(FileError) in
            guard progress.isActive, let number else {
                if progress.isActive { progress.calls.append(call) }
                return .max
            }
            let index = progress.calls.count
            progress.calls.append(call)
            let isHit =
                index == number
                || index > number && isLasting && Fault.plausible(for: call).contains(fault)
            guard isHit || progress.mustBeFull && call.kind == .write else { return .max }
            switch fault {
            case .error(let code):
                if call.kind == .synchronize, code != EINTR, let descriptor = call.descriptor {
                    disk?.failToSynchronize(descriptor)
                }
                throw FileError(call.kind, code: code)
            case .short:
                return 7
            case .shortThenFull:
                if progress.mustBeFull {
                    progress.mustBeFull = isLasting
                    throw FileError(call.kind, code: ENOSPC)
                }
                progress.mustBeFull = true
                return 7
            }
        }
    }

    func didMakeCall() {}
}
