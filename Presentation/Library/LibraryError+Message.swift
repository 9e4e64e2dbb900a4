public import Domain

extension LibraryError {
    /// What went wrong, for people: a sentence without its capital letter and full stop, so that it fits into others.
    public var message: String { report.message }

    public var cause: ErrorCause { report.cause }

    private var report: (message: String, cause: ErrorCause) {
        switch self {
        case .catalog(let error): (error.message, error.cause)
        case .merging(let error): (error.message, .rule)
        case .value(let error): (error.message, .rule)
        case .identifierInUse(let id): ("the library already has something with the identifier \(id)", .rule)
        case .isReferredTo(let name, let other): ("\"\(name)\" can't be removed: \"\(other)\" refers to it", .rule)
        case .book(let error): (error.message, .rule)
        case .lending(let error): (error.message, .rule)
        case .store(let error): (error.message, error.cause)
        case .undo(let error): (error.message, .rule)
        }
    }
}
