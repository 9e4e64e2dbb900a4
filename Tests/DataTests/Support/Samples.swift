import Domain

/// For tests in which the day doesn't matter.
let someDay = Day(daysSince1970: 20_000)

func bookID(_ number: Int) -> Book.ID { Book.ID(bits: UInt64(number)) }

// They throw only `LibraryError`, so that units of work can use them.

func book(
    _ number: Int, _ title: String = "Emma", _ change: (inout BookDraft) -> Void = { _ in }
) throws(LibraryError) -> Book {
    var draft = BookDraft(title: title, authors: ["Jane Austen"])
    change(&draft)
    do throws(BookError) {
        return try Book(id: bookID(number), draft: draft, added: someDay)
    } catch {
        throw .book(error)
    }
}

extension Book {
    /// This book after a change.
    func changed(_ change: (inout BookDraft) -> Void) throws(LibraryError) -> Book {
        var draft = self.draft
        change(&draft)
        do throws(BookError) {
            return try Book(id: id, draft: draft, added: added)
        } catch {
            throw .book(error)
        }
    }
}
