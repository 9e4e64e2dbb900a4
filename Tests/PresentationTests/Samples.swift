import Domain
import TestSupport

func book(_ number: UInt64, _ title: String, _ fill: (inout BookDraft) -> Void = { _ in }) throws -> Book {
    var draft = BookDraft(title: title, authors: ["Ana"])
    fill(&draft)
    return try Book(id: Book.ID(bits: number), draft: draft, added: today)
}
