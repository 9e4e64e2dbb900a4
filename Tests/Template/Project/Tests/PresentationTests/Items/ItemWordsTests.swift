import Domain
import Presentation
import TestSupport
import Testing

struct ItemWordsTests {
    @Test func eachFieldHasItsOwnLabelAndHelp() {
        let fields = ItemField.allCases
        for texts in [fields.map(\.words.label), fields.map(\.words.help)] {
            #expect(texts.allSatisfy { !$0.tidied.isEmpty && $0 == $0.tidied })
            #expect(Set(texts.map { $0.lowercased() }).count == fields.count)
        }
    }

    /// If a label is to differ from the name of its field, make this an exception.
    @Test(arguments: ItemField.allCases) func theWordsOfAFieldAreThoseOfItsName(_ field: ItemField) {
        let label = field.words.label
        #expect(label.first?.isLowercase == false)
        #expect(label.filter { $0 != " " }.lowercased() == field.rawValue.lowercased())
    }

    @Test(arguments: ItemField.allCases) func aMissingFieldIsDescribed(_ field: ItemField) {
        #expect(LibraryError.item(.missing(field)).message.hasSuffix(" item needs \(field.words.help)"))
    }

    @Test func otherErrorsNameWhatWasAskedFor() throws {
        let errors: [(ItemError, String)] = [
            (.noSuchItem("opal"), "there is no item \"opal\""),
            (.ambiguous("opal", [try item(1), try item(2)]), "\"opal\" names 2 items"),
            (
                .changedMeanwhile([.sampleName]),
                "others have changed \(ItemField.sampleName.words.label), too; saving again replaces that"
            ),
        ]
        for (error, message) in errors {
            #expect(LibraryError.item(error).message == message)
            #expect(LibraryError.item(error).cause == .rule)
        }
    }
}
