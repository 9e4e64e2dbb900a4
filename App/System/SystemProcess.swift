// The only file of this target that knows which C library there is.

import Dispatch
import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ByteStream {
    var isTerminal: Bool {
        isatty(descriptor) == 1
    }

    /// How many columns the terminal has; nil where there is none, or it does not say.
    var width: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Returns when nobody can read any more what is written: never, where it goes to a file.
    func waitForReaderToLeave() {
        // Errors are reported without being asked for.
        while true {
            var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
            if poll(&waiting, 1, -1) > 0 { return }
        }
    }
}

/// This process, as the system sees it.
enum SystemProcess {
    /// Makes writing to a closed pipe, or beyond the size a file may have (`ulimit -f`), an error of the call instead
    /// of the end of the process.
    static func ignoreSignalsOfWriting() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Returns when somebody has asked the process to end, by `SIGINT` or `SIGTERM`, which from now on do nothing else;
    /// or when nobody reads what it prints any more; or when the task is cancelled.
    static func interruption() async {
        let (interruptions, interruption) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { number in
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { interruption.finish() }
            source.activate()
            return source
        }
        // A queue of its own, since this call waits for as long as the process lives.
        DispatchQueue(label: "reader").async {
            ByteStream.standardOutput.waitForReaderToLeave()
            interruption.finish()
        }
        for await _ in interruptions {}
        for source in sources { source.cancel() }
    }

    /// Ends the process at once. Nothing of this package stands in buffers of the C library, which are not written.
    ///
    /// `exit` would let libraries put themselves away while other threads still use them: OpenSSL, at the end of a
    /// connection, which ended the program by a signal now and then, after all was done.
    static func end(status: Int32) -> Never {
        _exit(status)
    }

    /// The value of an environment variable, or nil.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The present date where the process runs, by the time zone of its environment.
    static var localDate: (year: Int, month: Int, day: Int) {
        var now = time(nil)
        var parts = tm()
        tzset()
        localtime_r(&now, &parts)
        return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    }
}
