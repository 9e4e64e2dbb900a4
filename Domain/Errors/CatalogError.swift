/// Why a catalogue was of no help.
public enum CatalogError: Error, Hashable {
    /// It has no book of this ISBN.
    case noSuchBook(ISBN)
    /// It has the book, but does not say who wrote it.
    case noAuthor(ISBN, title: String)
    /// The address that was given for it is none.
    case badAddress(String)
    /// There was no answer. `place` is what was asked, in the words of people.
    case unreachable(place: String, reason: String)
    /// There was an answer, but nothing can be made of it.
    case badAnswer(place: String, reason: String)
    /// The program was built without what it takes to ask. `remedy` says how to build one that can.
    case notBuiltIn(remedy: String)
}
