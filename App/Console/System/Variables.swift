/// Environment variables, read when they are needed. An empty one counts as not set.
struct Variables: Sendable {
    private let value: @Sendable (String) -> String?

    init(_ value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the terminal shows UTF-8. As POSIX has it, the first of these names the character set. Without any, it is
    /// taken to be UTF-8.
    var usesUTF8: Bool { (self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? "UTF-8").lowercased().contains("utf") }
}
