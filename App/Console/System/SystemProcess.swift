// Only files of this folder import a C library in this target.

// Its sources may be used from any thread, which their types don't say.
@preconcurrency import Dispatch
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

    /// The size of the terminal; nil if there is none, or it is unknown.
    var size: TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), lines: size.ws_row > 0 ? Int(size.ws_row) : nil)
    }

    /// Returns when the reader of a pipe or terminal has gone; never for a file.
    func waitForReaderToLeave() {
        // Errors are reported even though no events are asked for.
        while true {
            var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
            if poll(&waiting, 1, -1) > 0 { return }
        }
    }
}

/// This process.
enum SystemProcess {
    /// The first argument after the program's path that is not UTF-8; nil if all are. It has U+FFFD in place of the
    /// wrong bytes, as in `CommandLine.arguments`.
    static var argumentOutsideUTF8: String? {
        (0..<Int(CommandLine.argc)).dropFirst().lazy.compactMap { CommandLine.unsafeArgv[$0] }
            .first { String(validatingCString: $0) == nil }
            .map { String(cString: $0) }
    }

    /// Makes writing to a closed pipe, or beyond the file size limit (`ulimit -f`), an error of the call instead of the
    /// end of the process.
    static func ignoreSignalsOfWriting() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Ends on `SIGINT` or `SIGTERM`, which do nothing else once this has returned; when the reader of standard output
    /// has gone; or when the task is cancelled.
    static func interruptions() async -> AsyncStream<Never> {
        let (interruptions, interruption) = AsyncStream.makeStream(of: Never.self)
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { interruption.finish() }
            await withCheckedContinuation { isRegistered in
                source.setRegistrationHandler { isRegistered.resume() }
                source.activate()
            }
            // On Linux, the source is the signal's action itself. Before it, an ignored signal would be lost.
            #if canImport(Darwin)
            _ = signal(number, SIG_IGN)
            #endif
            sources.append(source)
        }
        interruption.onTermination = { [sources] _ in for source in sources { source.cancel() } }
        // A queue of its own, because this call may never return.
        DispatchQueue(label: "reader").async {
            ByteStream.standardOutput.waitForReaderToLeave()
            interruption.finish()
        }
        return interruptions
    }

    /// The size of the terminal, now and after each change of it (`SIGWINCH`).
    static func windowSizes() -> AsyncStream<TerminalSize> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { sizes in
            let following = Task {
                let yield = { @Sendable in
                    if let size = ByteStream.standardOutput.size { sizes.yield(size) }
                }
                let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
                source.setEventHandler(handler: yield)
                source.setRegistrationHandler(handler: yield)
                source.activate()
                let (never, _) = AsyncStream.makeStream(of: Void.self)
                for await _ in never {}
                source.cancel()
            }
            sizes.onTermination = { _ in following.cancel() }
        }
    }

    /// Makes requests to this machine bypass any proxy. It sets an environment variable, because libcurl, which sends
    /// the requests on Linux, reads proxies and exceptions only from there. Call it before other threads can read
    /// variables.
    static func bypassProxiesOnThisMachine() {
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        guard names.contains(where: { variable($0) != nil }) else { return }
        let exceptions = variable("no_proxy") ?? variable("NO_PROXY") ?? ""
        // The asterisk means all hosts only if it is alone.
        guard exceptions != "*" else { return }
        setenv("no_proxy", "localhost,127.0.0.1,127.0.0.0/8,::1,\(exceptions)", 1)
    }

    static var workingDirectoryIsDeleted: Bool {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        return getcwd(&path, path.count) == nil && errno == ENOENT
    }

    /// Ends the process at once. Buffers of the C library are not written; this program doesn't use them.
    ///
    /// `exit` would run the cleanup of libraries while other threads still use them: now and then OpenSSL, closing a
    /// connection, crashed after all work was done.
    static func end(status: Int32) -> Never {
        TerminalModes.restore()
        _exit(status)
    }

    /// Writes a message to standard error.
    static func report(_ message: String) {
        if TerminalModes.keeps(message) { return }
        // If standard error can't be written, that can't be reported either.
        try? Array(message.utf8).withUnsafeBytes { try ByteStream.standardError.write($0) }
    }

    /// The value of an environment variable, or nil.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether the value of the environment variable is UTF-8, or there is none.
    static func isUTF8(variable name: String) -> Bool {
        getenv(name).map { String(validatingCString: $0) != nil } ?? true
    }

    /// The seconds since 1970.
    static var now: Int { time(nil) }

    /// The date, and the time ("16:05"), in the time zone of the process, so many seconds after 1970.
    static func localTime(_ seconds: Int) -> (year: Int, month: Int, day: Int, clock: String) {
        var seconds = time_t(seconds)
        var parts = tm()
        tzset()
        localtime_r(&seconds, &parts)
        let clock = [parts.tm_hour, parts.tm_min].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
        return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), clock)
    }
}
