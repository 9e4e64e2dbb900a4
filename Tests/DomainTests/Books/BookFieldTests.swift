import Data
import TestSupport
import Testing

@testable import Domain

/// Each field of a book, by what its kind says.
struct BookFieldTests {
    private let folding = TextFolding.caseAndAccents

    /// A text that each field accepts which people enter, and what is read back where that differs.
    private static let texts: [BookField: (typed: String, shown: String?)] = [
        .title: ("Emma", nil), .authors: ("Jane Austen", nil), .isbn: ("0-8044-2957-X", "9780804429573"),
        .status: ("Abandoned", "abandoned"), .rating: ("4", nil), .favorite: ("true", nil), .shelves: ("Sea", nil),
        .added: ("2024-01-01", nil), .started: ("today", "\(today)"), .finished: ("2024-01-03", nil),
        .notes: ("Salt\nand wind", nil), .details: ("Publisher=Penguin", nil),
    ]

    /// Setting one field changes that field and no other.
    @Test(arguments: BookField.allCases.filter(\.isEntered))
    func aFieldIsReadWhereItIsWritten(_ field: BookField) throws {
        let text = try #require(Self.texts[field], "texts lacks \(field)")
        var draft = BookDraft()
        draft[field] = try field.kind.reading([text.typed], in: draft[field], today: today, folding: folding)
        #expect(draft[field].text == text.shown ?? text.typed)
        for other in BookField.allCases where other != field {
            #expect(draft[other] == other.initial, "\(field) changes \(other)")
        }
    }

    @Test(arguments: BookField.allCases) func aChangeIsRepeatedAndTakenBackAlone(_ field: BookField) throws {
        let full = try fullDraft()
        let (before, after) = (field.initial, full[field])
        #expect(before != after, "\(field) has no value in fullDraft")
        #expect(field.kind.repeating(changeFrom: before, to: after, in: before) == after)
        #expect(field.kind.repeating(changeFrom: after, to: before, in: after) == before)
        // What was not changed stays.
        #expect(field.kind.repeating(changeFrom: before, to: before, in: after) == after)
    }

    @Test func whatABookCantBeWithout() {
        #expect(BookField.allCases.filter { !$0.isOptional } == [.title, .authors, .status, .added])
    }

    @Test(arguments: BookField.allCases) func anAbsentValueIsNotTakenOver(_ field: BookField) throws {
        let (empty, full) = (field.initial, try fullDraft()[field])
        #expect(field.kind.merging(full, into: empty, folding) == full)
        // These two always have a value.
        let isNeverAbsent = [.status, .favorite].contains(field)
        #expect(field.kind.merging(empty, into: full, folding) == (isNeverAbsent ? empty : full))
        #expect(field.kind.merging(full, into: full, folding) == full)
    }

    @Test(arguments: [
        (BookField.isbn, "9780141439588", LibraryError.book(.notAnISBN(.wrongCheckDigit))),
        (.isbn, "0000000000", .book(.notAnISBN(.notAssigned))),
        (.status, "unread", .value(.notOneOf(["to-read", "reading", "read", "abandoned"]))),
        (.rating, "0", .value(.notInRange(1...5))), (.rating, "6", .value(.notInRange(1...5))),
        (.rating, "+4", .value(.notInRange(1...5))), (.rating, "", .value(.notInRange(1...5))),
        (.shelves, " ", .value(.blank)), (.added, "2024-02-30", .value(.notADay)),
        (.finished, "tomorrow", .value(.notADay)), (.details, "Penguin", .book(.notADetail)),
        (.details, "Publisher= ", .book(.notADetail)), (.details, "=Penguin", .book(.notADetail)),
        (.sources, "6969", .value(.notOneOf(["<program>:<identifier>"]))),
        (.details, "Rating=5", .book(.nameOfAField("Rating"))),
        (.details, "lentto=Ana", .book(.nameOfAField("lentto"))),
    ])
    func anotherTextIsRefused(_ field: BookField, _ text: String, _ error: LibraryError) {
        #expect(throws: error) { try field.kind.reading([text], in: field.initial, today: today, folding: folding) }
    }

    @Test func sourcesAreOnlyAddedAndRemovedByProgram() throws {
        func sources(_ texts: String...) -> FieldValue { BookSources(texts.compactMap(BookSource.init)).fieldValue }
        let kind = BookField.sources.kind
        var draft = BookDraft()
        draft[.sources] = kind.merging(
            sources("goodreads:2", "calibre:a"), into: sources("calibre:a", "goodreads:1"), folding)
        // Those of one program stand together.
        #expect(draft[.sources] == sources("calibre:a", "goodreads:1", "goodreads:2"))
        #expect(try kind.removing(" Goodreads", from: draft[.sources], folding: folding) == sources("calibre:a"))
        #expect(try kind.removing("hardcover", from: draft[.sources], folding: folding) == draft[.sources])
        #expect(throws: LibraryError.value(.blank)) {
            try kind.removing(" ", from: draft[.sources], folding: folding)
        }
        draft[.sources] = try kind.reading(["goodreads:4"], in: draft[.sources], today: today, folding: folding)
        #expect(draft[.sources] == sources("calibre:a", "goodreads:1", "goodreads:2", "goodreads:4"))
    }
}
