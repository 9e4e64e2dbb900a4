extension Int {
    /// "1 book", "2 books".
    func counting(_ thing: String) -> String {
        "\(self) \(thing)\(self == 1 ? "" : "s")"
    }
}
