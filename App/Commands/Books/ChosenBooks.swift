import Domain
import Presentation

extension LibraryCommand {
    /// The books of these names, each of them once.
    func matches(
        _ names: [String], _ context: UseCaseContext, in session: Session
    ) async throws(LibraryError) -> [BookMatch] {
        var matches: [BookMatch] = []
        for name in names {
            let match = try await session.call(FindBook.self, try await FindBook(context).match(name), "match")
            if !matches.contains(where: { $0.book.id == match.book.id }) { matches.append(match) }
        }
        return matches
    }

    /// Whether to do with these books what `verb` says, such as "remove". On a terminal the answer to the question
    /// decides; elsewhere a book named by mere words is refused. Says so if nothing is done.
    @MainActor func confirms(
        _ verb: String, _ matches: [BookMatch], _ question: String, about lines: [String], on console: Console
    ) -> Bool {
        switch console.confirm(question, about: lines) {
        case true?: return true
        case false?: console.say("Nothing was \(verb)d.")
        case nil:
            if matches.allSatisfy(\.isExact) { return true }
            console.complain(
                "a few words are not enough to \(verb) a book; with --yes this would \(verb):", details: lines)
        }
        return false
    }
}
