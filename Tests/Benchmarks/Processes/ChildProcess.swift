import Foundation

/// The cost of running something once.
struct Cost {
    /// The elapsed time.
    var wall: Duration
    /// The processor time of all threads, in the program and the kernel; unlike `wall`, it hardly grows on a busy
    /// machine. Nil if unknown.
    var processor: Duration?
    /// The peak memory of the process in bytes; nil if unknown.
    var memory: Int?
}

/// Runs a program to its end. `posix_spawn` and `wait4` do nothing else meanwhile, and report the program's resource
/// usage, which Foundation's `Process` doesn't.
struct ChildProcess {
    /// The children's home directory, also for their messages.
    let scratch: String

    /// Runs a program with empty standard input, and its output discarded or written to a file. Throws unless its
    /// status is 0.
    func run(_ invocation: Invocation, output: String = "/dev/null") throws -> Cost {
        let messages = scratch + "/messages"
        var actions = FileActions.none
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, messages, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        let words = CStrings([invocation.program] + invocation.arguments)
        let variables = CStrings(["HOME=\(scratch)", "LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"])
        var id: pid_t = 0
        var status: Int32 = 0
        var usage = rusage()
        let clock = ContinuousClock()
        let start = clock.now
        let failure = posix_spawn(&id, invocation.program, &actions, nil, words.pointers, variables.pointers)
        guard failure == 0 else {
            throw BenchmarkError("\(invocation.program) can't be started: \(String(cString: strerror(failure)))")
        }
        while wait4(id, &status, 0, &usage) == -1, errno == EINTR {}
        let wall = clock.now - start
        guard status == 0 else {
            let text = (try? String(contentsOfFile: messages, encoding: .utf8)) ?? ""
            let words = ([invocation.program] + invocation.arguments).joined(separator: " ").prefix(200)
            throw BenchmarkError("\(words) ended with status \(status >> 8): \(text)")
        }
        return Cost(
            wall: wall, processor: Duration(usage.ru_utime) + Duration(usage.ru_stime),
            memory: Int(usage.ru_maxrss) * memoryUnit)
    }

    /// The standard output of a program.
    func output(of invocation: Invocation) throws -> String {
        let path = scratch + "/output"
        _ = try run(invocation, output: path)
        return try String(contentsOfFile: path, encoding: .utf8)
    }
}

#if canImport(Darwin)
private typealias FileActions = posix_spawn_file_actions_t?
/// `ru_maxrss` counts bytes.
private let memoryUnit = 1
#else
private typealias FileActions = posix_spawn_file_actions_t
/// `ru_maxrss` counts kibibytes.
private let memoryUnit = 1024

extension posix_spawn_file_actions_t {
    fileprivate static var none: Self { Self() }
}
#endif

extension Duration {
    fileprivate init(_ time: timeval) {
        self = .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }
}

/// An array of C strings, such as `argv`.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
