import Domain
import Presentation

extension LibraryError {
    /// What a name may mean, if it is ambiguous: the first twenty matches, and how many more there are.
    var candidates: [String] {
        switch self {
        case .book(.ambiguous(_, let books)): books.map { "\($0.id)  \(books.distinguished($0))" }.shortened
        case .lending(.ambiguous(_, let people)): people.map { "\($0.id)  \($0.name)" }.shortened
        default: []
        }
    }
}
