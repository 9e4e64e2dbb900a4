import Domain
import TestSupport
import Testing

struct ItemDraftTests {
    @Test func aNewDraftIsEmpty() {
        for field in ItemField.allCases { #expect(ItemDraft()[field].isEmpty, "\(field)") }
    }

    @Test(arguments: ItemField.allCases) func aFieldIsReadWhereItIsWritten(_ field: ItemField) {
        var draft = ItemDraft()
        draft[field] = field.example(1).value
        for other in ItemField.allCases {
            #expect(draft[other] == (other == field ? field.example(1).value : ItemDraft.initial(other)), "\(other)")
        }
        draft[field] = ItemDraft.initial(field)
        #expect(draft == ItemDraft())
    }

    @Test(arguments: ItemField.allCases) func aFieldIsWrittenToThePropertyOfItsName(_ field: ItemField) {
        var draft = ItemDraft()
        draft[field] = field.example(1).value
        let (before, after) = (properties(of: ItemDraft()), properties(of: draft))
        #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == [field.rawValue])
    }
}

extension FieldValue {
    fileprivate var isEmpty: Bool { [.none, .flag(false), .names([])].contains(self) }
}
