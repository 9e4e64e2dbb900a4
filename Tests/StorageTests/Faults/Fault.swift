import Foundation
import Synchronization

@testable import Storage

/// Something that goes wrong with a call.
enum Fault: Hashable, Sendable, CustomStringConvertible {
    case error(Int32)
    /// Reads or writes less than was asked for.
    case short
    /// The disk is full in the middle of what is written.
    case shortThenFull

    /// Whoever uses the store must not notice it.
    var isInvisible: Bool {
        self == .short || self == .error(EINTR)
    }

    /// Whether it is a state that the system may be in for a while.
    var canLast: Bool {
        switch self {
        case .error(let code): [EIO, ENOSPC, EROFS, EMFILE].contains(code)
        case .short: false
        case .shortThenFull: true
        }
    }

    /// What can go wrong with a call.
    static func plausible(for call: FileCall) -> [Fault] {
        let codes: [Int32] =
            switch call.kind {
            case .open:
                switch call.access {
                case .create, .createNew: [EINTR, EIO, EMFILE, EACCES, EROFS, ENOSPC]
                case .readAndWrite: [EINTR, EIO, EMFILE, EACCES, EROFS]
                case .read, nil: [EINTR, EIO, EMFILE, EACCES]
                // A directory that may not be read can't be made durable; the store does without.
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
            // No call of the protocol: whoever is not notified looks by himself.
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

/// Makes one call fail, or that call and all later ones that can fail so, until it is lifted.
final class FaultPlan: CallWatcher {
    /// Which call fails, counted from 0; nil for none.
    let number: Int?
    let fault: Fault
    let isLasting: Bool
    /// The disk that loses what could not be synchronized.
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

    /// From here on calls are counted.
    func begin() {
        progress.withLock { $0.isActive = true }
    }

    /// Nothing fails any more.
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
            let place = progress.calls.count
            progress.calls.append(call)
            let isHit =
                place == number
                || place > number && isLasting && Fault.plausible(for: call).contains(fault)
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
