import Domain
import Presentation

struct Merge: LibraryCommand {
    var books: [String] = []
    var book = ""
    var isConfirmed = false

    static var syntax: Syntax<Merge> {
        Syntax(
            summary: "Makes one book of several, with everything of each and all their loans.",
            examples: ["merge k3jd02mxe8qa --into dune", "merge \"war and peace\" \"dead souls\" --into dune --yes"],
            operands: [.oneOrMore("book", \.books, .library(.books))],
            options: [
                .value(
                    "into", .text("<book>").completed(by: .library(.books)), \.book,
                    "the book that stays, with its identifier and values", isRequired: true),
                .flag("yes", \.isConfirmed, "don't ask, and accept words of title and authors"),
            ],
            rows: Row<Book>.self,
            notes: [
                """
                The book that stays takes what it lacks from the others, in their order. A value that differs becomes a
                detail, such as "title (merged)"; other notes follow its own. Only one of the books can be lent.
                """, Book.words.naming, Book.yesNote,
            ])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let find = FindEntity<Book>(context)
        let matches = try await session.call(FindEntity<Book>.self, try await find.matches([book] + books), "matches")
        let (id, others) = (matches[0].entity.id, matches.dropFirst().map(\.entity))
        let merge = MergeBooks(context)
        let plan = try await session.call(MergeBooks.self, try await merge(others.map(\.id), into: id, dryRun: true))
        let remarks = { (names: [String]) in
            names.isEmpty ? [] : ["What differs is kept as: \(names.joined(separator: ", "))."]
        }
        let lines = others.map(\.identified) + remarks(plan.added)
        let target = matches[0].entity.identified
        let question = "Merge \(others.count == 1 ? "this book" : "these books") into \(target)?"
        let refusal = "a few words are not enough to merge a book; with --yes this would merge into \(target):"
        guard
            session.console.confirms(
                isConfirmed, question, about: lines, done: "merged",
                refusal: matches.allSatisfy(\.isExact) ? nil : refusal)
        else { return .refused }
        let merged = try await session.call(MergeBooks.self, try await merge(others.map(\.id), into: id))
        for other in others { session.console.say("Merged \(other.identified) into \(merged.book.identified).") }
        for remark in remarks(merged.added) { session.console.say(remark) }
        let row = try await context.library.row(of: id, folding: context.folding)
        session.console.print(row ?? Row(merged.book))
        return .done
    }
}
