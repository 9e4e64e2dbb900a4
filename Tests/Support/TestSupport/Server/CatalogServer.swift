public import StorageTestSupport

extension LoopbackServer {
    /// Answers like Open Library: with the record at a path, with a redirect if the record is another path, or else
    /// with an error page.
    public static func catalog(_ records: [String: String]) throws -> LoopbackServer {
        try LoopbackServer { exchange in
            switch records[exchange.request.target] {
            case nil: exchange.answer(404, ["Content-Type": "text/html"], "<html>not found</html>")
            case let path? where path.hasPrefix("/"): exchange.answer(302, ["Location": path])
            case let record?: exchange.answer(200, ["Content-Type": "application/json"], record)
            }
        }
    }

    /// Good Omens, with the redirects that are common there.
    public static let goodOmens = [
        "/isbn/9780060853983.json": "/books/OL24221451M.json",
        "/books/OL24221451M.json": """
        {"key": "/books/OL24221451M", "title": " Good  Omens", "subtitle": "The Nice and Accurate Prophecies",
         "authors": [{"key": "/authors/OL25712A"}, {"key": "/authors/OL9A"}], "works": [{"key": "/works/OL453936W"}],
         "number_of_pages": 412, "type": {"key": "/type/edition"}}
        """,
        "/authors/OL25712A.json": #"{"name": "Terry Pratchett", "key": "/authors/OL25712A"}"#,
        "/authors/OL9A.json": #"{"type": {"key": "/type/redirect"}, "location": "/authors/OL53305A"}"#,
        "/authors/OL53305A.json": #"{"name": "Neil Gaiman", "key": "/authors/OL53305A"}"#,
    ]
}
