import Domain
import Presentation
import TestSupport
import Testing

@testable import App

/// The options that set and empty the fields of an item.
struct ItemOptionTests {
    @Test(arguments: ItemField.allCases) func eachFieldHasAnOption(_ field: ItemField) throws {
        let add = AddCommand<Item>.syntax.options.filter { $0.name == field.option }
        #expect(add.count == (field == .sampleName ? 0 : 1))
        let edit = EditCommand<Item>.syntax.options.filter { $0.name == field.option }
        #expect(edit.map(\.summary) == [field.words.help])
        let removing = EditCommand<Item>.syntax.options.filter {
            ["no-\(field.option)", "remove-\(field.option)"].contains($0.name)
        }
        #expect(removing.count == (field.isOptional ? 1 : 0))
    }

    @Test(arguments: ItemField.allCases) func eachFieldIsAColumn(_ field: ItemField) {
        #expect(Row<Item>.allFieldNames.contains(field.rawValue))
        #expect(Row<Item>.fieldNames.contains(field.rawValue))
        #expect(Item.columns.count { $0.field == field.rawValue.lowercased() } == 1)
    }
}
