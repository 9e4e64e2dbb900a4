/// A program and its arguments.
struct Invocation {
    /// An absolute path.
    let program: String
    var arguments: [String] = []
}

/// Why measuring failed.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
