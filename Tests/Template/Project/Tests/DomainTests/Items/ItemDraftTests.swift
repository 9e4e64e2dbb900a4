import Domain
import TestSupport
import Testing

struct ItemDraftTests {
    @Test func aNewDraftIsEmpty() {
        for field in ItemField.allCases { #expect(ItemDraft()[field] == ItemDraft()[field].empty, "\(field)") }
    }

    @Test(arguments: ItemField.allCases) func aFieldIsReadWhereItIsWritten(_ field: ItemField) {
        var draft = ItemDraft()
        draft[field] = field.example(1).value
        for other in ItemField.allCases {
            #expect(draft[other] == (other == field ? field.example(1).value : draft[other].empty), "\(other)")
        }
        draft[field] = draft[field].empty
        #expect(draft == ItemDraft())
    }

    @Test(arguments: ItemField.allCases) func aFieldIsWrittenToThePropertyOfItsName(_ field: ItemField) {
        var draft = ItemDraft()
        draft[field] = field.example(1).value
        let (before, after) = (properties(of: ItemDraft()), properties(of: draft))
        #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == [field.rawValue])
    }

    @Test func theNameIsThatOfTheDraft() {
        var draft = ItemDraft()
        draft.sampleName = "Opal"
        #expect(draft[.sampleName] == .text("Opal"))
    }
}
