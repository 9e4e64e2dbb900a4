import Dispatch

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

/// What a program in full-screen use does with itself and with others.
extension SystemProcess {
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
}
