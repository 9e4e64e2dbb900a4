import Data
import TestSupport
import Testing

@testable import Domain

/// Each field of a book, by what its kind says.
struct BookFieldTests {
    private let context = FieldContext(today: today, folding: .caseAndAccents)

    /// A text that each field accepts, and what is read back where that differs.
    private static let texts: [BookField: (typed: String, shown: String?)] = [
        .title: ("Emma", nil), .authors: ("Jane Austen", nil), .isbn: ("0-8044-2957-X", "9780804429573"),
        .status: ("Abandoned", "abandoned"), .rating: ("4", nil), .favorite: ("true", nil), .shelves: ("Sea", nil),
        .added: ("2024-01-01", nil), .started: ("today", "\(today)"), .finished: ("2024-01-03", nil),
        .notes: ("Salt\nand wind", nil), .details: ("Publisher=Penguin", nil),
    ]

    /// What is written is read in the same place, and nowhere else.
    @Test(arguments: BookField.allCases) func aFieldIsReadWhereItIsWritten(_ field: BookField) throws {
        let text = try #require(Self.texts[field], "texts lacks \(field)")
        var draft = BookDraft()
        draft[field] = try draft[field].reading([text.typed], context)
        #expect(draft[field].text == text.shown ?? text.typed)
        for other in BookField.allCases where other != field {
            #expect(draft[other] == other.initial, "\(field) changes \(other)")
        }
    }

    @Test(arguments: BookField.allCases) func aChangeIsRepeatedAndTakenBackAlone(_ field: BookField) throws {
        let full = try fullDraft()
        let (before, after) = (field.initial, full[field])
        #expect(before != after, "\(field) has no value in fullDraft")
        #expect(before.repeating(changeFrom: before, to: after) == after)
        #expect(after.repeating(changeFrom: after, to: before) == before)
        // What was not changed stays.
        #expect(after.repeating(changeFrom: before, to: before) == after)
    }

    @Test(arguments: BookField.allCases) func onlyAnOptionalValueCanBeRemoved(_ field: BookField) throws {
        let isRequired: Set<BookField> = [.title, .authors, .status, .added]
        #expect(field.initial.isOptional != isRequired.contains(field))
        #expect(
            try fullDraft()[field].emptied
                == (field == .status ? .choice("abandoned", of: ReadingStatus.words) : field.initial))
    }

    @Test(arguments: BookField.allCases) func anAbsentValueIsNotTakenOver(_ field: BookField) throws {
        let (empty, full) = (field.initial, try fullDraft()[field])
        #expect(empty.merged(with: full, context.folding) == full)
        #expect(full.merged(with: empty, context.folding) == (BookField.neverAbsent.contains(field) ? empty : full))
        #expect(full.merged(with: full, context.folding) == full)
    }

    @Test func onlyStatusAndFavouriteAreNeverAbsent() {
        #expect(BookField.neverAbsent == [.status, .favorite])
    }

    @Test(arguments: [
        (BookField.isbn, "9780141439588", LibraryError.book(.notAnISBN(.wrongCheckDigit))),
        (.status, "unread", .value(.notOneOf(["to-read", "reading", "read", "abandoned"]))),
        (.rating, "0", .value(.notANumber(1...5))), (.rating, "6", .value(.notANumber(1...5))),
        (.rating, "+4", .value(.notANumber(1...5))), (.rating, "", .value(.notANumber(1...5))),
        (.shelves, " ", .value(.blank)), (.added, "2024-02-30", .value(.notADay)),
        (.finished, "tomorrow", .value(.notADay)), (.details, "Penguin", .value(.notANamedText)),
        (.details, "Publisher= ", .value(.notANamedText)), (.details, "=Penguin", .value(.notANamedText)),
        (.details, "Rating=5", .value(.nameOfAField("Rating"))),
        (.details, "lentto=Ana", .value(.nameOfAField("lentto"))),
    ])
    func anotherTextIsRefused(_ field: BookField, _ text: String, _ error: LibraryError) {
        #expect(throws: error) { try field.initial.reading([text], context) }
    }

    @Test(arguments: [(0, false), (1, true), (100_000, true), (100_001, false), (-1, false)])
    func aNumberIsWithinItsBounds(_ number: Int, _ isAllowed: Bool) throws {
        let kind = FieldValue.number(nil, in: 1...100_000)
        #expect(kind.text.isEmpty)
        #expect(kind.emptied == kind)
        if isAllowed {
            #expect(try kind.reading(["\(number)"], context) == .number(number, in: 1...100_000))
        } else {
            #expect(throws: LibraryError.value(.notANumber(1...100_000))) {
                try kind.reading(["\(number)"], context)
            }
        }
    }

    @Test func aTextThatMayBeMissingIsRead() throws {
        let kind = FieldValue.optionalText(nil)
        #expect(kind.isOptional)
        let read = try kind.reading(["Ana"], context)
        #expect(read == .optionalText("Ana"))
        #expect(read.text == "Ana")
        #expect(read.emptied == kind)
    }

    @Test func shelvesAreComparedIgnoringCaseAndAccents() throws {
        let shelves = try FieldValue.names(["Sea", "día"]).reading(["DIA", " hills "], context)
        #expect(shelves == .names(["Sea", "día", "hills"]))
        #expect(try shelves.removing("Dia ", context.folding) == .names(["Sea", "hills"]))
        #expect(try shelves.removing("attic", context.folding) == shelves)
        #expect(throws: LibraryError.value(.blank)) { try shelves.removing(" ", context.folding) }
    }

    @Test func namedTextsAreRemovedByName() throws {
        let details = try fullDraft()[.details]
        #expect(throws: LibraryError.value(.notAName)) { try details.removing("a=b", context.folding) }
        #expect(try details.removing("Series", context.folding) == details)
        #expect(try details.removing("publisher", context.folding) == .namedTexts(BookDetails()))
    }

    @Test func newAuthorsReplaceTheOldOnes() throws {
        #expect(
            try FieldValue.requiredNames(["Ana"]).reading(["Ben", "Cem"], context) == .requiredNames(["Ben", "Cem"]))
    }

    /// Scripts count the columns.
    @Test func theColumnsOfTheFirstVersionStay() {
        #expect(
            BookField.allCases.filter(\.isTabbed) == [
                .title, .authors, .isbn, .status, .rating, .favorite, .shelves, .added, .finished,
            ])
    }
}
