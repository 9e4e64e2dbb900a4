import Domain
import Presentation
import Testing

/// The words are right only if they fit to the kind.
struct BookFieldWordsTests {
    @Test(arguments: BookField.allCases) func theWordsFitTheField(_ field: BookField) {
        let words = field.words
        #expect(!words.label.isEmpty)
        #expect(!words.help.isEmpty)
        #expect((words.each != nil) == field.kind.isList, "what one of several values is called")
        #expect((words.removal != nil) == field.isOptional, "what removing it means")
    }
}
