import Domain
import TestSupport
import Testing

/// The rules of an item.
struct ItemTests {
    private func make(_ draft: ItemDraft) throws -> Item { try Item(id: Item.ID(bits: 1), draft: draft) }

    @Test func eachFieldIsAProperty() throws {
        let names = Mirror(reflecting: try item(1)).children.compactMap(\.label)
        #expect(names == ["id"] + ItemField.allCases.map(\.rawValue))
    }

    @Test func aFieldIsOptionalIfItsPropertyIs() throws {
        let optional = optionalProperties(of: try item(1))
        for field in ItemField.sampled where field.kind.form != .flag {
            #expect(field.isOptional == optional.contains(field.rawValue), "\(field)")
        }
    }

    @Test(arguments: ItemField.sampled) func aMissingFieldIsNamed(_ field: ItemField) throws {
        var draft = itemDraft(1)
        draft[field] = ItemDraft.initial(field)
        if field.isOptional {
            #expect(try make(draft).draft == draft)
        } else {
            #expect(throws: LibraryError.item(.missing(field))) { try make(draft) }
        }
    }

    @Test func eachPropertyHasTheValueOfItsField() throws {
        var values = properties(of: try item(1))
        #expect(values.removeValue(forKey: "id") == "000000000001")
        #expect(values == properties(of: itemDraft(1)))
    }

    @Test func theDraftOfAnItemHasItsValues() throws {
        #expect(try item(1).draft == itemDraft(1))
        #expect(try make(shortItemDraft(1)).draft == shortItemDraft(1))
    }

    @Test(arguments: ItemField.sampled) func textsAndNamesAreTidied(_ field: ItemField) throws {
        var draft = itemDraft(1)
        switch field.kind.form {
        case .line:
            draft[field] = .text(" two \n words ")
            #expect(try make(draft).draft[field] == .text("two words"))
            draft[field] = .text(" \t")
            if field.isOptional {
                #expect(try make(draft).draft[field] == .none)
            } else {
                #expect(throws: LibraryError.item(.missing(field))) { try make(draft) }
            }
        case .names:
            draft[field] = .names([" b ", "", "a", "b"])
            #expect(try make(draft).draft[field] == .names(["b", "a"]))
        default: #expect(try make(draft).draft[field] == draft[field])
        }
    }
}
