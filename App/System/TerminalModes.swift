import Storage
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The modes of the terminal, before and during full-screen use.
enum TerminalModes {
    private static let isFullScreen = Atomic(false)
    static var areFullScreen: Bool { isFullScreen.load(ordering: .sequentiallyConsistent) }
    /// The modes before full-screen use.
    /// Safe: written before `isFullScreen` becomes true, and afterwards read only by the call that makes it false.
    nonisolated(unsafe) private static let earlier = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// The alternate screen (1049) and bracketed paste (2004). See XTerm Control Sequences, "Functions using CSI".
    private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?2004h"
    /// Ends synchronized output (2026), colours and bracketed paste, shows the cursor (25), and leaves the alternate
    /// screen.
    private static let leaving: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

    /// Whether the terminal is that of a shell, which has put this process into the background. A terminal without job
    /// control has no foreground.
    static var areInBackground: Bool {
        let foreground = tcgetpgrp(ByteStream.standardInput.descriptor)
        return foreground != -1 && foreground != getpgrp()
    }

    /// Stops the process if it is in the background, and returns when a shell has brought it to the foreground. Without
    /// a shell, returns immediately.
    static func waitForForeground() {
        // Changing the modes, even to what they are, stops a process in the background, unless it blocks the signal, as
        // the threads of Dispatch do.
        SystemProcess.unblockingSignals {
            var modes = termios()
            let input = ByteStream.standardInput.descriptor
            if tcgetattr(input, &modes) == 0 { tcsetattr(input, TCSADRAIN, &modes) }
        }
    }

    private static let held = Mutex<[UInt8]>([])

    /// Writes a message to standard error. While the terminal is in full-screen use, it waits for `release`.
    static func report(_ message: String) {
        held.withLock { $0 += message.utf8 }
        if !areFullScreen { release() }
    }

    /// Writes the messages that waited.
    static func release() {
        let messages = held.withLock { held in
            defer { held = [] }
            return held
        }
        // If standard error can't be written, that can't be reported either.
        messages.withUnsafeBytes { try? ByteStream.standardError.write($0) }
    }

    /// Switches to full-screen use. `restore` brings back the present modes or, if `keepingEarlier`, those that it
    /// brought back before.
    static func enter(keepingEarlier: Bool = false) throws(FileError) {
        let input = ByteStream.standardInput.descriptor
        if !keepingEarlier, tcgetattr(input, earlier) != 0 { throw FileError(.open, code: errno) }
        var modes = earlier.pointee
        // No echo, no lines, no translation of output, and no signals: Control-C, Control-\ and Control-Z are bytes.
        cfmakeraw(&modes)
        isFullScreen.store(true, ordering: .sequentiallyConsistent)
        guard tcsetattr(input, TCSADRAIN, &modes) == 0 else {
            let code = errno
            isFullScreen.store(false, ordering: .sequentiallyConsistent)
            throw FileError(.open, code: code)
        }
        do throws(FileError) {
            try ByteStream.standardOutput.write(
                UnsafeRawBufferPointer(start: entering.utf8Start, count: entering.utf8CodeUnitCount))
        } catch {
            restore()
            throw error
        }
    }

    /// Leaves full-screen use, if the terminal is in it. Safe in a signal handler.
    ///
    /// Discards input that hasn't been read: it was meant for the full-screen view, or is a late reply of the terminal,
    /// and a shell would run it.
    static func restore() {
        guard isFullScreen.exchange(false, ordering: .sequentiallyConsistent) else { return }
        _ = write(ByteStream.standardOutput.descriptor, leaving.utf8Start, leaving.utf8CodeUnitCount)
        // In the background, the modes are those of the shell.
        if !areInBackground { tcsetattr(ByteStream.standardInput.descriptor, TCSAFLUSH, earlier) }
    }
}
