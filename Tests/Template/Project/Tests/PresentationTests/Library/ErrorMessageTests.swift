import Domain
import Presentation
import TestSupport
import Testing

/// What people read when something is refused.
struct ErrorMessageTests {
    private static let values: [(ValueError, String)] = [
        (.blank, "a text that is not empty or blank"), (.notInRange(.min ... .max), "a whole number"),
        (.notANumber, "a number"),
        (.notADay, "a day of the calendar, written like 2026-12-31, or today or yesterday"), (.notYesOrNo, "yes or no"),
        (.notOneOf(["a", "b", "c"]), "a, b or c"), (.notOneOf(["a"]), "a"),
    ]

    @Test(arguments: values) func aValueErrorSaysWhatIsAccepted(_ error: ValueError, _ message: String) {
        #expect(error.message == message)
        #expect(LibraryError.value(error).message == message)
        #expect(LibraryError.value(error).cause == .rule)
    }

    @Test func whatIsReferredToIsNamedWithWhatRefersToIt() {
        let error = LibraryError.isReferredTo("Quartz", by: "Opal")
        #expect(error.message == "\"Quartz\" can't be removed: \"Opal\" refers to it")
        #expect(error.cause == .rule)
    }

    @Test func anErrorOfTheStoreSaysWhereAndWhy() {
        let damaged = LibraryError.store(.damaged(location: "there", line: 3, reason: "it was changed"))
        for word in ["there", "line 3", "it was changed"] { #expect(damaged.message.contains(word)) }
        for word in ["read", "here", "broken"] { #expect(brokenStore.message.contains(word)) }
        #expect(damaged.cause == .store)
        #expect(brokenStore.cause == .store)
    }
}
