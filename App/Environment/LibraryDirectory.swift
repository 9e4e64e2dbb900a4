import Domain

/// The folder a library lies in.
struct LibraryDirectory {
    /// Takes the first of `--directory`, `BOOKSHELF_DIRECTORY`, `$XDG_DATA_HOME/bookshelf` and
    /// `~/.local/share/bookshelf` that there is; nil where there is no home either.
    ///
    /// An empty variable counts as unset, and so does a relative `XDG_DATA_HOME` (XDG Base Directory Specification:
    /// "If an implementation encounters a relative path … it should consider the path invalid and ignore it").
    static func path(option: String?, variables: [String: String]) -> String? {
        if let option { return option }
        if let directory = variables["BOOKSHELF_DIRECTORY"], !directory.isEmpty { return directory }
        if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/bookshelf" }
        if let home = variables["HOME"], !home.isEmpty { return home + "/.local/share/bookshelf" }
        return nil
    }
}
