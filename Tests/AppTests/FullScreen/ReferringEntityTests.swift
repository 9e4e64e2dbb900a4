import Domain
import Presentation
import TestSupport
import Testing

@testable import App

/// What the view does with an entity that refers to others.
struct ReferringEntityTests {
    /// It leads to what one refers to, not to those that refer to it, where there are none.
    @Test func linksLeadOnlyToWhatIsThere() throws {
        let (sea, town) = (try stop(1, "Sea"), try stop(2, "Town", next: 1))
        var library = LibrarySnapshot()
        library.set([sea, town])
        let links = Stop.links(from: Row(town), library, to: [Stop.self])
        #expect(links.map(\.label) == ["next Sea"])
    }

    /// A field that each has is shown before one that some lack, wherever it stands.
    @Test func aNarrowListHasTheColumnsOfRequiredFields() throws {
        let columns = BrowserColumns(
            [Row(try stop(1, "Sea"))], width: 44, Query(), today: Day(daysSince1970: 20_000), hasUrgent: false)
        #expect(columns.titles([]).screen(columns: 44, lines: 1).text[0].split(separator: " ") == ["name", "zone"])
    }

    @Test func aFieldThatIsCalledLikeAnOptionHasAnother() {
        #expect(StopField.allCases.map(\.option) == ["name", "next", "zone", "its-limit"])
    }

    /// Where both have changed a reference, the form names what others refer to.
    @Test func whatOthersReferToIsNamed() throws {
        let (known, mine, theirs) = (
            try stop(1, "Town").draft, try stop(1, "Town", next: 2).draft, try stop(1, "Town", next: 3).draft
        )
        let form = BrowserContent<Stop>.Form(
            fields: DraftForm(mine, isNew: false), isNew: false, isChanged: true, canSave: true, known: known,
            theirs: theirs)
        let names = [theirs[.next].text: "Sea"]
        #expect(FormField<Stop>.field(.next).theirs(in: form, names) == "theirs: Sea")
        #expect(FormField<Stop>.field(.name).theirs(in: form, names) == nil)
    }

    private func stop(_ number: UInt64, _ name: String, next: UInt64? = nil) throws -> Stop {
        var draft = StopDraft()
        draft[.name] = .text(name)
        if let next { draft[.next] = Stop.ID(bits: next).fieldValue }
        return try Stop(id: Stop.ID(bits: number), draft: draft)
    }
}

/// A stop on a way, which refers to the next one.
private struct Stop: BrowsedEntity {
    typealias LookupKey = Never

    let id: Identifier<Stop>
    let draft: StopDraft

    init(id: Identifier<Stop>, draft: StopDraft) throws(LibraryError) { (self.id, self.draft) = (id, draft) }

    static let namingFields: [StopField] = [.name]
    static var words: EntityWords<Stop> { EntityWords() }

    static func missing(_ name: String, isShort: Bool) -> LibraryError { .value(.notOneOf([name])) }
    static func ambiguous(_ name: String, _ found: [Stop]) -> LibraryError { .value(.notOneOf([name])) }
    static func changedMeanwhile(_ draft: StopDraft, _ fields: [StopField]) -> LibraryError { .value(.blank) }
}

private struct StopDraft: EntityDraft {
    private var values: [StopField: FieldValue] = [:]

    subscript(field: StopField) -> FieldValue {
        get { values[field] ?? .none }
        set { values[field] = newValue }
    }
}

private enum StopField: String, DescribedField {
    case name, next, zone, limit

    var isOptional: Bool { self == .next || self == .limit }
    var kind: FieldKind { self == .next ? .reference(to: Stop.self) : FieldKind(.line) }
    var words: FieldWords { FieldWords(label: rawValue.withCapital, help: "the \(rawValue)") }
}
