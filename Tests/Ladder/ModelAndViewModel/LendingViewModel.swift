import Foundation
import Observation

/// The books, and the one that is about to be lent. Each method either does what its user asked, or sets `problem`.
@MainActor @Observable
final class LendingViewModel {
    private(set) var books: [Book] = []
    private(set) var chosen: Book?
    private(set) var problem: String?
    private let file: BookFile

    init(file: BookFile) {
        self.file = file
        attempt { books = try file.load() }
    }

    func add(_ title: String) {
        attempt { try change { $0.append(Book(title: title)) } }
    }

    func choose(_ title: String) {
        chosen = books.first { $0.title == title }
        if let person = chosen?.lentTo {
            problem = "\"\(title)\" is lent to \(person)"
        } else if chosen == nil {
            problem = problem ?? "there is no book \"\(title)\""
        }
    }

    func lend(to person: String) {
        guard let index = books.firstIndex(where: { $0 == chosen }) else { return }
        if person.isEmpty {
            problem = "a person needs a name"
        } else {
            attempt { try change { $0[index].lentTo = person } }
        }
    }

    private func change(_ edit: (inout [Book]) -> Void) throws {
        guard problem == nil else { return }
        var changed = books
        edit(&changed)
        try file.save(changed)
        books = changed
    }

    private func attempt(_ action: () throws -> Void) {
        do {
            try action()
        } catch {
            problem = "can't use \(file.url.lastPathComponent): \(error.localizedDescription)"
        }
    }
}
