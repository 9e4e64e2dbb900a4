extension String {
    /// The text as messages repeat it: "…" if it may be an address, which may have a password or a key.
    var withoutAddress: String {
        let mayBeAddress = contains("@") || firstRange(of: "//") != nil || contains("?") && contains("=")
        return mayBeAddress ? "…" : self
    }

    /// A refused address as messages repeat it: "…" if it has any of the characters that separate the parts of an
    /// address, because in a misspelt address each part may be a password or a key.
    var withoutSecrets: String {
        contains { ":@/?#=&%;\\".contains($0) } ? "…" : self
    }
}
