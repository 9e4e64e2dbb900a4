public import Foundation

/// What the system does for a pseudo-terminal.
public enum SystemTerminal {
    public struct Failure: Error {
        public let code: Int32

        public init(code: Int32) { self.code = code }
    }

    /// The two ends of a new terminal, and the path of the slave.
    public static func open() throws -> (master: Int32, slave: Int32, path: [CChar]) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard openpty(&master, &slave, &path, nil, nil) == 0, fcntl(master, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(slave, F_SETFD, FD_CLOEXEC) == 0
        else { throw Failure(code: errno) }
        return (master, slave, path)
    }

    public static func setSize(of terminal: Int32, columns: Int, lines: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(lines))
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// Starts a program in a folder, on a terminal, which becomes its controlling terminal. It inherits no open file.
    public static func start(
        _ program: URL, _ arguments: [String], _ variables: [String: String], directory: URL, terminal: [CChar]
    ) throws -> pid_t {
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #else
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // A session of its own: the first terminal that it opens becomes its controlling terminal. No signal is
        // blocked, as in the threads of the tests, or ignored.
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        #if canImport(Darwin)
        let session = Int32(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
        // POSIX_SPAWN_SETSID, which Swift doesn't see, as it is newer than POSIX.1-2001.
        let session: Int32 = 0x80
        #endif
        let flags = session | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        #if !canImport(Darwin)
        // Ends of pipes that other tests wait to see closed. To close one that isn't open does nothing.
        for descriptor in 3..<min(getdtablesize(), 4096) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        #endif
        // POSIX has no action that changes the folder.
        let shell = "/bin/sh"
        let words =
            ([shell, "-c", "cd \"$0\" && exec \"$@\"", directory.path, program.path] + arguments).map { strdup($0) } + [
                nil
            ]
        let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, shell, &actions, &attributes, words, settings)
        guard code == 0 else { throw Failure(code: code) }
        return process
    }
}
