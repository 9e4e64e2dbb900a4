extension Int {
    /// "1 file", "2 files".
    func counting(_ thing: String) -> String {
        "\(self) \(thing)\(self == 1 ? "" : "s")"
    }
    /// "1 person", "2 people".
    func counting(_ thing: String, _ things: String) -> String {
        "\(self) \(self == 1 ? thing : things)"
    }
}
