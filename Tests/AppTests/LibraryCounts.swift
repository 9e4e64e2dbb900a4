import Data
import Domain

@testable import App

/// How messages count what a library has: these, and none of what features have added.
func counted(_ counts: String...) -> String {
    (counts + LibrarySchema.bookshelf.nouns.dropFirst(counts.count).map { "0 \($0)" }).listed
}

/// The same in JSON, from the members for these.
func countedInJSON(_ members: String...) -> String {
    let others = LibrarySchema.bookshelf.nouns.dropFirst(members.count).map { "\"\($0.inCamelCase)\":0" }
    return "{\((members + others).joined(separator: ","))}"
}

/// The columns of a list for what other entities say of a book, if they say nothing.
let noneDerived = String(repeating: "\t", count: Book.Derived.Field.allCases.count)
