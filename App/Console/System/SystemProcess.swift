// Only files of this folder import a C library in this target.

// Its sources may be used from any thread, which their types don't say.
@preconcurrency import Dispatch
import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
// `environ` is a variable, which nothing changes once there are several threads.
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#endif

#if canImport(Darwin)
private var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { _NSGetEnviron().pointee }
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

    /// Starts another program, found as a shell would find it. It has the standard streams of this process, blocks no
    /// signals, and has the default action for those that this program itself ignores. Returns the identifier of its
    /// process; nil if it can't be started.
    static func start(_ program: String, _ arguments: [String]) -> Int32? {
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (ignored, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&ignored)
        sigemptyset(&blocked)
        for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT] { sigaddset(&ignored, number) }
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        return posix_spawnp(&process, program, nil, &attributes, words, environ) == 0 ? process : nil
    }

    /// Waits for the end of a process that `start` returned. Returns its exit status, or the number of the signal that
    /// ended it plus 128.
    static func status(of process: Int32) async -> Int32 {
        await withCheckedContinuation { ended in
            DispatchQueue(label: "child").async {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                ended.resume(returning: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
            }
        }
    }

    /// Ends the process at once. Buffers of the C library are not written; this program doesn't use them.
    ///
    /// `exit` would run the cleanup of libraries while other threads still use them: now and then OpenSSL, closing a
    /// connection, crashed after all work was done.
    static func end(status: Int32) -> Never {
        TerminalModes.restore()
        _exit(status)
    }

    /// Ends the process by a signal, so that a shell sees which signal ended it.
    static func end(by number: Int32) -> Never {
        TerminalModes.restore()
        takeDefaultAction(of: number)
        // Reached only where the system ignores the signal: in the first process of a container.
        _exit(128 + number)
    }

    /// Does what the signal does by default. If that stops the process, returns when it continues, or at once where no
    /// shell could continue it.
    static func takeDefaultAction(of number: Int32) {
        _ = signal(number, SIG_DFL)
        // Sent to this thread, the signal takes effect before `raise` returns.
        unblockingSignals { _ = raise(number) }
    }

    /// Stops the whole process group, as Control-Z does outside raw mode: for example, also a script that runs this program.
    /// Returns when it continues, or at once where no shell could continue it.
    static func stopGroup() {
        var (stop, earlier) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        _ = signal(SIGTSTP, SIG_DFL)
        // Blocked until both are sent: if a shell sees the script stop and continues the group at once, SIGCONT discards
        // them. Otherwise this process would stop after that, and nothing would continue it. The first is for this thread,
        // so that it doesn't go on before the process has stopped.
        pthread_sigmask(SIG_BLOCK, &stop, &earlier)
        raise(SIGTSTP)
        kill(0, SIGTSTP)
        unblockingSignals {}
        pthread_sigmask(SIG_SETMASK, &earlier, nil)
    }

    /// Runs `work` while this thread blocks no signal; the threads of Dispatch block most. A signal that arrived during
    /// a stop is then handled before this thread goes on.
    static func unblockingSignals(_ work: () -> Void) {
        var (none, earlier) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &earlier)
        work()
        pthread_sigmask(SIG_SETMASK, &earlier, nil)
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
