/// A program and what it is told.
struct Invocation {
    /// An absolute path.
    let program: String
    var arguments: [String] = []
}

/// Why a measurement can't be believed.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
