import Storage
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What signals do while the terminal is in full-screen use. Those that a program can react to become bytes in a pipe.
/// The handlers of SIGQUIT and of crashes restore the terminal at once and let the signal end the process, without the
/// backtrace of the Swift runtime.
///
/// A handler may interrupt any other code, so it only uses memory that is ready before the first signal, and functions
/// that POSIX calls async-signal-safe.
enum SignalHandlers {
    private static let notified = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]
    private static let fatal = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
    private static let pipe = Atomic<Int32>(-1)
    private static let ending = Atomic<Int32>(0)
    /// The earlier action of each signal, by its number. No signal above is greater than 31.
    /// Safe: written before the handlers are installed, and only read after that.
    nonisolated(unsafe) private static let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)

    /// The first signal that asked for the end of the process.
    static var endingSignal: Int32? {
        let number = ending.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : number
    }

    /// Does what SIGHUP does: the terminal is gone.
    static func hangUp() {
        _ = ending.compareExchange(expected: 0, desired: SIGHUP, ordering: .sequentiallyConsistent)
    }

    /// Installs the handlers, and returns the descriptor from which to read the numbers of signals, one byte each.
    /// Reading from it doesn't block.
    static func open() throws(FileError) -> Int32 {
        var ends: [Int32] = [0, 0]
        guard makePipe(&ends) == 0 else { throw FileError(.open, code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        pipe.store(ends[1], ordering: .sequentiallyConsistent)
        for number in notified + fatal { sigaction(number, nil, earlier + Int(number)) }
        install()
        return ends[0]
    }

    static func install() {
        for number in notified {
            _ = signal(number) { number in
                let code = errno
                if number == SIGINT || number == SIGTERM || number == SIGHUP {
                    _ = SignalHandlers.ending.compareExchange(
                        expected: 0, desired: number, ordering: .sequentiallyConsistent)
                }
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalHandlers.pipe.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = code
            }
        }
        for number in fatal {
            _ = signal(number) { number in
                TerminalModes.restore()
                _ = signal(number, SIG_DFL)
                // Takes effect when this handler returns.
                raise(number)
            }
        }
    }

    /// Gives signals back their earlier actions.
    static func uninstall() {
        for number in notified + fatal { sigaction(number, earlier + Int(number), nil) }
    }
}

// A system function whose name a property above hides.
private let makePipe: @Sendable (UnsafeMutablePointer<Int32>) -> Int32 = { pipe($0) }
