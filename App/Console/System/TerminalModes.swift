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
    /// The buttons and the wheel of the mouse (1000), with numbers as texts (1006).
    private static let enteringWithMouse: StaticString = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"
    /// Ends synchronized output (2026), colours, the mouse and bracketed paste, shows the cursor (25), and leaves the
    /// alternate screen.
    private static let leaving: StaticString =
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

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
    /// Whether messages wait: also while an editor has the terminal.
    private static let isHolding = Atomic(false)

    /// Keeps a message for `release`, from the beginning of full-screen use. Returns false if it can be written at once.
    static func keeps(_ message: String) -> Bool {
        held.withLock { held in
            guard isHolding.load(ordering: .sequentiallyConsistent) else { return false }
            held += message.utf8
            return true
        }
    }

    /// Writes the messages that were kept, and keeps none from now on.
    static func release() {
        held.withLock { held in
            isHolding.store(false, ordering: .sequentiallyConsistent)
            // Inside the lock, so that the order stays. If standard error can't be written, that can't be reported either.
            held.withUnsafeBytes { try? ByteStream.standardError.write($0) }
            held = []
        }
    }

    /// Switches to full-screen use. `restore` brings back the present modes or, if `keepingEarlier`, those that it
    /// brought back before.
    static func enter(usesMouse: Bool, keepingEarlier: Bool = false) throws(FileError) {
        let input = ByteStream.standardInput.descriptor
        if !keepingEarlier, tcgetattr(input, earlier) != 0 { throw FileError(.open, code: errno) }
        var modes = earlier.pointee
        // No echo, no lines, no translation of output, and no signals: Control-C, Control-\ and Control-Z are bytes.
        cfmakeraw(&modes)
        // Enter is a line feed, as a shell that gets the unread rest expects it.
        modes.c_iflag |= tcflag_t(ICRNL)
        isFullScreen.store(true, ordering: .sequentiallyConsistent)
        isHolding.store(true, ordering: .sequentiallyConsistent)
        guard tcsetattr(input, TCSADRAIN, &modes) == 0 else {
            let code = errno
            isFullScreen.store(false, ordering: .sequentiallyConsistent)
            if !keepingEarlier { release() }
            throw FileError(.open, code: code)
        }
        let entering = usesMouse ? enteringWithMouse : entering
        do throws(FileError) {
            try ByteStream.standardOutput.write(
                UnsafeRawBufferPointer(start: entering.utf8Start, count: entering.utf8CodeUnitCount))
        } catch {
            restore()
            if !keepingEarlier { release() }
            throw error
        }
    }

    /// The next byte of input; nil if none has arrived yet. Throws at the end of the input.
    static func nextByte() throws(FileError) -> UInt8? {
        // Another process, such as the shell during a stop, may have read the input, and reading would wait for more.
        var input = pollfd(fd: ByteStream.standardInput.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 0) > 0 else { return nil }
        var byte: UInt8 = 0
        var count = -1
        repeat {
            count = read(ByteStream.standardInput.descriptor, &byte, 1)
        } while count < 0 && errno == EINTR
        if count == 1 { return byte }
        // Another process that shares the terminal may have made it non-blocking.
        if count < 0, errno != EAGAIN { throw FileError(.read, code: errno) }
        // A Control-D that was typed while an editor had the terminal reads as nothing, like the end.
        let isEnd = count == 0 && input.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
        if isEnd { throw FileError(.read, code: EIO) }
        return nil
    }

    /// Leaves full-screen use, if the terminal is in it. Safe in a signal handler.
    ///
    /// Input that hasn't been read stays for the program that has the terminal next. None of it is an answer of the
    /// terminal, because nothing asks for one; a turn of the wheel at that moment may be among it.
    static func restore() {
        guard isFullScreen.exchange(false, ordering: .sequentiallyConsistent) else { return }
        _ = write(ByteStream.standardOutput.descriptor, leaving.utf8Start, leaving.utf8CodeUnitCount)
        // In the background, the modes are those of the shell.
        if !areInBackground { tcsetattr(ByteStream.standardInput.descriptor, TCSADRAIN, earlier) }
    }
}
