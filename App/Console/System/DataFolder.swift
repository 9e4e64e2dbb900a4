import Storage

/// The folder in which a program keeps its files.
struct DataFolder {
    /// The name of its folder where no other is chosen.
    let program: String
    /// The environment variable that chooses another.
    let variable: String

    /// The path: the first of `option`, `variable`, `$XDG_DATA_HOME/<program>` and `~/.local/share/<program>` that is
    /// set; nil if none is.
    ///
    /// A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification demands. Throws if the path can't
    /// be used.
    func path(_ option: String?, _ variables: Variables) throws(StorageError) -> String? {
        guard let path = chosen(option, variables) else { return nil }
        // Where a variable isn't UTF-8, its value here has U+FFFD instead, and leads to another folder.
        if path.contains("\u{FFFD}"), ![variable, "XDG_DATA_HOME", "HOME"].allSatisfy(SystemProcess.isUTF8) {
            throw .failed(operation: "use", location: path, reason: "its name is not UTF-8")
        }
        if !path.hasPrefix("/"), SystemProcess.workingDirectoryIsDeleted {
            throw .failed(operation: "find", location: path, reason: "the current directory was deleted")
        }
        return path
    }

    private func chosen(_ option: String?, _ variables: Variables) -> String? {
        if let path = option ?? variables[variable] { return path }
        if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/\(program)" }
        return variables["HOME"].map { "\($0)/.local/share/\(program)" }
    }
}
