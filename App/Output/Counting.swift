extension Int {
    /// "1 file", "2 files".
    func counting(_ thing: String) -> String {
        "\(self) \(thing)\(self == 1 ? "" : "s")"
    }
}
