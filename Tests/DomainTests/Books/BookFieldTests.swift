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
        draft[field] = try draft[field].reading([text.typed], today: today, folding: folding)
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

    /// A change from one value to another, and what the value is by now; 0 is none.
    @Test(
        arguments: [
            (before: 1, after: 2, now: 1, conflicts: false), (1, 2, 2, false), (1, 2, 3, true), (1, 2, 0, true),
            (1, 0, 1, false), (1, 0, 0, false), (1, 0, 3, true), (0, 2, 3, true), (1, 1, 3, false),
        ])
    func aChangeConflictsWithAnotherChangeOfTheSameValue(before: Int, after: Int, now: Int, conflicts: Bool) throws {
        func text(_ number: Int) -> BookFieldValue { .text(number == 0 ? nil : "\(number)") }
        let name = try #require(DetailName("Publisher"))
        func details(_ number: Int, _ other: String) throws -> BookFieldValue {
            var details = BookDetails()
            if number > 0 { details[name] = "\(number)" }
            details[try #require(DetailName("Series"))] = other
            return .namedTexts(details)
        }
        #expect(text(now).conflicts(withChangeFrom: text(before), to: text(after)) == conflicts)
        // A change to another detail makes no difference.
        let (old, new) = (try details(before, "Sea"), try details(after, "Sea"))
        #expect(try details(now, "Hills").conflicts(withChangeFrom: old, to: new) == conflicts)
    }

    @Test func namesNeverConflict() {
        func names(_ names: String...) -> BookFieldValue { .names(names) }
        #expect(!names("Attic").conflicts(withChangeFrom: names("Sea"), to: names("Hills")))
    }

    @Test func whatABookCantBeWithout() {
        #expect(BookField.allCases.filter { !$0.isOptional } == [.title, .authors, .status, .added])
    }

    @Test(arguments: BookField.allCases) func anAbsentValueIsNotTakenOver(_ field: BookField) throws {
        let (empty, full) = (field.initial, try fullDraft()[field])
        #expect(empty.merged(with: full, folding) == full)
        #expect(full.merged(with: empty, folding) == (BookField.neverAbsent.contains(field) ? empty : full))
        #expect(full.merged(with: full, folding) == full)
    }

    @Test func onlyStatusAndFavouriteAreNeverAbsent() {
        #expect(BookField.neverAbsent == [.status, .favorite])
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
        (.details, "Rating=5", .book(.nameOfAField("Rating"))),
        (.details, "lentto=Ana", .book(.nameOfAField("lentto"))),
    ])
    func anotherTextIsRefused(_ field: BookField, _ text: String, _ error: LibraryError) {
        #expect(throws: error) { try field.initial.reading([text], today: today, folding: folding) }
    }

    @Test(arguments: [(0, false), (1, true), (100_000, true), (100_001, false), (-1, false)])
    func aNumberIsWithinItsBounds(_ number: Int, _ isAllowed: Bool) throws {
        let kind = BookFieldValue.number(nil, in: 1...100_000)
        #expect(kind.text.isEmpty)
        if isAllowed {
            #expect(try kind.reading(["\(number)"], today: today, folding: folding) == .number(number, in: 1...100_000))
        } else {
            #expect(throws: LibraryError.value(.notInRange(1...100_000))) {
                try kind.reading(["\(number)"], today: today, folding: folding)
            }
        }
    }

    @Test func shelvesAreComparedIgnoringCaseAndAccents() throws {
        let shelves = try BookFieldValue.names(["Sea", "día"]).reading(
            ["DIA", " hills "], today: today, folding: folding)
        #expect(shelves == .names(["Sea", "día", "hills"]))
        #expect(try shelves.removing("Dia ", folding: folding) == .names(["Sea", "hills"]))
        #expect(try shelves.removing("attic", folding: folding) == shelves)
        #expect(throws: LibraryError.value(.blank)) { try shelves.removing(" ", folding: folding) }
    }

    @Test func namedTextsAreRemovedByName() throws {
        let details = try fullDraft()[.details]
        #expect(throws: LibraryError.book(.notADetailName)) { try details.removing("a=b", folding: folding) }
        #expect(try details.removing("Series", folding: folding) == details)
        #expect(try details.removing("publisher", folding: folding) == .namedTexts(BookDetails()))
    }

    @Test func sourcesAreAddedByMergingAndRemovedByProgram() throws {
        func sources(_ texts: String...) -> BookFieldValue { .sources(BookSources(texts.compactMap(BookSource.init))) }
        let merged = sources("calibre:a", "goodreads:1").merged(with: sources("goodreads:2", "calibre:a"), folding)
        #expect(merged == sources("calibre:a", "goodreads:1", "goodreads:2"))
        #expect(try merged.removing(" Goodreads", folding: folding) == sources("calibre:a"))
        #expect(try merged.removing("hardcover", folding: folding) == merged)
        #expect(throws: LibraryError.value(.blank)) { try merged.removing(" ", folding: folding) }
        #expect(try merged.reading(["goodreads:4"], today: today, folding: folding) == merged)
    }

    @Test func newAuthorsReplaceTheOldOnes() throws {
        #expect(
            try BookFieldValue.requiredNames(["Ana"]).reading(["Ben", "Cem"], today: today, folding: folding)
                == .requiredNames(["Ben", "Cem"]))
    }

    /// Scripts count the columns.
    @Test func theColumnsOfTheFirstVersionStay() {
        #expect(
            BookField.allCases.filter(\.isTabbed) == [
                .title, .authors, .isbn, .status, .rating, .favorite, .shelves, .added, .finished,
            ])
    }
}
