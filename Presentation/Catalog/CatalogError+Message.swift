public import Domain

extension CatalogError {
    var cause: ErrorCause {
        switch self {
        case .noSuchBook, .noAuthor: .rule
        case .badAddress: .setting
        case .unreachable, .badAnswer, .notBuiltIn: .server
        }
    }

    public var message: String {
        switch self {
        case .noSuchBook(let isbn): "the catalogue has no book with ISBN \(isbn)"
        case .noAuthor(let isbn, let title): "the catalogue does not say who wrote \"\(title)\", ISBN \(isbn)"
        // The address may hold a password, so it is not shown.
        case .badAddress: "the catalogue's address is not valid"
        case .unreachable(let host, let reason): "can't reach the catalogue at \(host): \(reason)"
        case .badAnswer(let host, let reason): "the catalogue at \(host) gave no usable answer: \(reason)"
        case .notBuiltIn(let remedy): "this program was built without networking; \(remedy)"
        }
    }
}
