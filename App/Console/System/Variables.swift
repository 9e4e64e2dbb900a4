/// Environment variables, read when they are needed. An empty one counts as not set.
struct Variables: Sendable {
    private let value: @Sendable (String) -> String?

    init(_ value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
