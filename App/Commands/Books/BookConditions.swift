import Domain

extension List {
    /// The options that say which books to list.
    static var conditionOptions: [OptionSyntax<List>] {
        [
            .values("status", .status, \.query.statuses, ReadingStatus.allCases.map(\.rawValue).alternatives),
            .values(
                "shelf", .name("<name>").completed(by: .library(.names(of: .shelves))), \.query.shelves,
                "only books on this shelf"),
            .values(
                "author", .name("<name>").completed(by: .library(.names(of: .authors))), \.query.authors,
                "only books by an author whose name has these words"),
            .flag("favorites", \.query.favoritesOnly, "only favourites"),
            .flag("lent", \.query.lentOnly, "only books that are lent"),
            .values("rating", .ratings, \.query.ratings, "only books with this rating"),
            .values("added", .when, \.added, "only books added in this period"),
            .values("finished", .when, \.finished, "only books finished in this period"),
            .values(
                "detail", .detail, \.query.details, "only books with these words in a detail, such as Series=Dune"),
        ]
    }

    /// The conditions of `--where` and of the search in the full-screen view: those of the options, and others.
    static var conditions: Conditions<List> {
        let words = [BookField.title, .isbn, .notes].map { field in
            OptionSyntax<List>(name: field.rawValue, valueName: "<text>", summary: "") { list, text in
                list.query.words[field, default: ""] += " " + text
            }
        }
        let others: [OptionSyntax<List>] = [
            .values("due", .when, \.due, ""),
            .values("borrower", .name("<name>").completed(by: .library(.people)), \.query.borrowers, ""),
        ]
        return Conditions(conditionOptions + words + others)
    }

    /// The query that the arguments ask for.
    func query(today: () -> Day) -> BookQuery {
        var query = query
        query.text = [query.text, words].filter { !$0.isEmpty }.joined(separator: " ")
        query.added += added.map { $0.filter(today: today) }
        query.finished += finished.map { $0.filter(today: today) }
        query.due += due.map { $0.filter(today: today) }
        return query
    }
}
