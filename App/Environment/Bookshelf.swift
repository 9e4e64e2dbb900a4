/// What the program is called.
enum Bookshelf {
    /// The name, here and in the manifest only: help, messages, variables and folders take it from here.
    static let name = "bookshelf"
    static let version = "0.1.0"
    /// The day of this version, for the manual page.
    static let date = "November 22, 2026"

    /// The format of the library's journal, and so of backups.
    static var libraryFormat: String { "\(name)-library" }

    /// The environment variable `BOOKSHELF_STORE` for "STORE".
    static func variable(_ word: String) -> String { "\(name.uppercased())_\(word)" }
}
