/// Why a catalogue lookup failed.
public enum CatalogError: Error, Hashable {
    /// The catalogue has no book with this ISBN.
    case noSuchBook(ISBN)
    /// The catalogue has the book, but names no author.
    case noAuthor(ISBN, title: String)
    /// This is not the address of a catalogue.
    case badAddress(String)
    /// The catalogue did not answer.
    case unreachable(host: String, reason: String)
    /// The answer can't be understood.
    case badAnswer(host: String, reason: String)
    /// This build has no networking. `remedy` says how to build one that has.
    case notBuiltIn(remedy: String)
}
