extension Int {
    /// With a comma before each three digits: "10,000".
    var grouped: String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "")
            + digits.enumerated().reduce("") { text, digit in
                text + (digit.offset > 0 && (digits.count - digit.offset) % 3 == 0 ? "," : "") + "\(digit.element)"
            }
    }

    /// "1 file", "2 files".
    func counting(_ thing: String) -> String {
        counting(thing, thing + "s")
    }

    /// "1 person", "2 people".
    func counting(_ thing: String, _ things: String) -> String {
        "\(self) \(self == 1 ? thing : things)"
    }
}

extension String {
    /// With a capital letter, as a sentence begins.
    var withCapital: String { prefix(1).uppercased() + dropFirst() }

    /// A noun with "a" or "an".
    var withArticle: String { ("aeio".contains(prefix(1)) ? "an " : "a ") + self }
}

extension [String] {
    /// "files, folders and links".
    var listed: String {
        count > 1 ? "\(dropLast().joined(separator: ", ")) and \(self[count - 1])" : joined()
    }

    /// At most twenty of the lines, and how many more there are.
    var shortened: [String] { count > 20 ? prefix(20) + ["and \(count - 20) more"] : self }
}
