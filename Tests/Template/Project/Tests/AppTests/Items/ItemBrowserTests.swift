import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@testable import App

/// What keys do in the full-screen view, and what it shows.
@MainActor
@Suite(.endsIfItHangs)
struct ItemBrowserTests {
    private let library = StoredLibrary.inMemory()
    private let view: ItemBrowserFixture

    init() { view = ItemBrowserFixture(context(library)) }

    /// Shows a library of these.
    private func show(_ items: Item...) async throws {
        try await library.items.save(items)
        await view.load()
    }

    private func showTwo() async throws { try await show(item(1), item(2)) }

    /// Opens the first item of the list, and returns its name.
    private func firstName() -> String {
        view.press(.text("g"), .key(.enter))
        defer { view.press(.key(.escape)) }
        return view.lines[0]
    }

    /// Moves from the first field to that of the name.
    private func moveToName(_ key: TerminalInput) {
        for _ in 0..<(ItemField.allCases.firstIndex(of: .sampleName) ?? 0) { view.press(key) }
    }

    @Test func anEmptyLibrarySaysHowToAdd() async {
        #expect(view.text.contains("Loading…"))
        await view.load()
        #expect(view.lines[0] == "\(Bookshelf.name.withCapital)  0 items")
        #expect(view.text.contains("There is nothing yet."))
        #expect(view.text.contains("a add"))
    }

    @Test func aRowShowsTheFirstFields() async throws {
        try await showTwo()
        #expect(view.lines[0] == "\(Bookshelf.name.withCapital)  2 items")
        for field in ItemField.allCases.prefix(6) {
            #expect(view.lines[2].contains(field.words.label.prefix(8)))
            #expect(view.lines[3].contains(field.example(1).text.prefix(8)))
            #expect(view.lines[4].contains(field.example(2).text.prefix(8)))
        }
    }

    @Test func markedItemsAreRemovedAtOnce() async throws {
        try await showTwo()
        view.press(.text("g"), .text("  "))
        #expect(view.lines[0].hasSuffix("  2 marked"))
        #expect(view.lines[3].hasPrefix("+ ") && view.lines[4].hasPrefix("+ "))
        view.press(.text("xy"))
        #expect(await view.finish() == nil)
        #expect(view.lines[0] == "\(Bookshelf.name.withCapital)  0 items")
    }

    @Test func changesByOthersAppear() async throws {
        try await library.items.save([item(1), item(2)])
        view.browser.observe()
        try await view.wait(for: "  2 ")
        try await library.items.delete(Item.ID(bits: 1))
        try await view.wait(for: "  1 ")
        #expect(firstName() == "Sample 2")
    }

    @Test func theDetailsShowEachField() async throws {
        try await showTwo()
        view.press(.text("j"), .key(.enter))
        #expect(view.lines[0] == "Sample 2")
        for field in ItemField.allCases {
            let text = field.kind.form == .flag ? "yes" : field.example(2).text
            #expect(view.lines.contains { $0.hasSuffix(text) }, "\(field)")
        }
        view.press(.key(.escape))
        #expect(view.browser.mode == .list)
    }

    @Test func anItemIsAddedWithTheForm() async throws {
        await view.load()
        view.press(.text("a"))
        var expected = ItemDraft()
        for field in ItemField.allCases {
            #expect(view.text.contains(field.words.label))
            switch field.kind.form {
            case .flag:
                view.press(.text(" "))
                expected[field] = .flag(true)
            case .choice(let words):
                view.press(.key(.right))
                expected[field] = .text(words[0])
            default:
                view.press(.text(field.example(1).text))
                expected[field] = field.example(1).value
            }
            view.press(.key(.tab))
        }
        view.press(.key(.enter))
        #expect(await view.finish() == nil)
        #expect(view.text.contains("Saved \"Sample 1\"."))
        #expect(view.browser.mode == .list)
        #expect(try await library.items.all().map(\.draft) == [expected])
        view.press(.text("j"))
        #expect(!view.text.contains("Saved"))
    }

    @Test func aFormWithProblemsIsNotSaved() async throws {
        await view.load()
        view.press(.text("a"))
        #expect(!view.text.contains("is missing"))
        view.press(.key(.control("s")))
        #expect(await view.finish() == nil)
        #expect(view.text.contains("is missing"))
        #expect(try await library.items.all().isEmpty)
    }

    @Test func aFieldIsChangedByKeys() async throws {
        try await showTwo()
        view.press(.text("e"))
        #expect(view.text.contains("Edit Sample 1"))
        moveToName(.key(.down))
        // It may be unfinished until it is left.
        view.press(.key(.control("u")))
        #expect(!view.text.contains("is missing"))
        view.press(.key(.tab))
        #expect(view.text.contains("\(ItemField.sampleName.words.label) is missing"))
        view.press(.key(.backTab), .text("Opal"), .key(.control("s")))
        #expect(await view.finish() == nil)
        #expect(view.text.contains("Saved \"Opal\"."))
        #expect(try await library.items.find(Item.ID(bits: 1))?.draft == itemDraft(1, "Opal"))
    }

    @Test func whatIsTypedAfterTheKeyThatSavesIsNotSaved() async throws {
        try await showTwo()
        view.press(.text("e"))
        moveToName(.key(.down))
        view.press(.text("!"), .key(.control("s")), .text("?"))
        #expect(await view.finish() == nil)
        #expect(try await library.items.find(Item.ID(bits: 1))?.draft == itemDraft(1, "Sample 1!"))
        #expect(view.text.contains("Sample 1!?"))
    }

    @Test func whatWasTypedIsOnlyDiscardedOnceThatIsConfirmed() async throws {
        try await showTwo()
        view.press(.text("e"), .key(.escape))
        #expect(view.browser.mode == .list)
        view.press(.text("e"))
        moveToName(.key(.down))
        view.press(.text("x"), .key(.escape))
        #expect(view.text.contains("Discard what you have typed?"))
        #expect(view.browser.isAsking)
        view.press(.text("n"))
        #expect(view.text.contains("Edit Sample 1"))
        view.press(.key(.escape), .text("y"))
        #expect(view.browser.mode == .list)
        #expect(try await library.items.all() == [item(1), item(2)])
    }

    @Test func controlCAsksBeforeItLosesWhatWasTyped() async throws {
        try await showTwo()
        view.press(.text("e"))
        moveToName(.key(.down))
        view.press(.text("x"), .key(.control("c")))
        #expect(view.text.contains("Discard what you have typed?"))
        #expect(!view.browser.handle(.key(.control("c"))))
    }

    @Test func whatOthersHaveChangedIsShownBeforeItIsReplaced() async throws {
        try await showTwo()
        view.press(.text("e"))
        moveToName(.key(.down))
        view.press(.text("!"))
        try await library.items.save(item(1, "Opal"))
        view.press(.key(.control("s")))
        #expect(await view.finish() == .item(.changedMeanwhile([.sampleName])))
        #expect(view.text.contains("thers have changed"))
        view.press(.key(.enter))
        #expect(view.text.contains("theirs: Opal"))
        view.press(.key(.control("s")))
        #expect(await view.finish() == nil)
        #expect(try await library.items.find(Item.ID(bits: 1))?.draft == itemDraft(1, "Sample 1!"))
    }

    @Test func theMouseSelectsAndOpens() async throws {
        try await showTwo()
        view.press(.rows(3))
        #expect(view.browser.screen().cursor.line == 4)
        view.click(3)
        #expect(view.browser.screen().cursor.line == 3 && view.browser.mode == .list)
        view.click(3)
        #expect(view.lines[0] == "Sample 1")
        // A click doesn't close the page.
        view.click(1)
        #expect(view.lines[0] == "Sample 1")
        view.press(.key(.escape), .text("e"))
        view.click(on: ItemField.sampleName.words.label)
        view.press(.text("!"))
        view.click(on: "[ Save ]")
        view.click(on: "[ Save ]")
        #expect(await view.finish() == nil)
        #expect(try await library.items.find(Item.ID(bits: 1))?.draft == itemDraft(1, "Sample 1!"))
    }

    @Test func anItemIsRemovedOnceThatIsConfirmed() async throws {
        try await showTwo()
        view.press(.text("jx"))
        #expect(view.text.contains("Remove \"Sample 2\"?"))
        view.press(.text("n"))
        #expect(view.browser.mode == .list)
        #expect(await view.finish() == nil)
        #expect(try await library.items.all().count == 2)
        view.press(.text("x"), .key(.down), .key(.enter))
        #expect(await view.finish() == nil)
        #expect(view.text.contains("Removed \"Sample 2\"."))
        #expect(try await library.items.all() == [item(1)])
    }

    @Test func whatOthersHaveRemovedCantBeSaved() async throws {
        try await showTwo()
        view.press(.text("e"))
        moveToName(.key(.down))
        view.press(.text("x"))
        try await library.items.delete(Item.ID(bits: 1))
        view.press(.key(.control("s")))
        #expect(await view.finish() == .item(.noSuchItem("000000000001")))
        #expect(view.text.contains("That didn't work"))
        view.press(.key(.enter))
        #expect(view.text.contains("Sample 1x"))
    }

    @Test func anErrorIsShownUntilAKey() async throws {
        let view = ItemBrowserFixture(context(BrokenLibrary()))
        view.browser.observe()
        try await view.wait(for: "That didn't work")
        #expect(view.text.contains("broken"))
        #expect(view.browser.failure == brokenStore)
        view.press(.key(.enter))
        #expect(!view.text.contains("That didn't work"))
    }

    @Test func wordsSearchTheList() async throws {
        try await show(item(1, "Opal"), item(2, "Amber"))
        view.press(.text("/opal"))
        #expect(view.browser.takesText)
        await view.load()
        #expect(view.lines[1].hasPrefix("/") && view.lines[1].hasSuffix("opal"))
        #expect(view.lines[0].contains("  1 "))
        view.press(.text("s"))
        await view.load()
        #expect(view.text.contains("Nothing found."))
        view.press(.key(.escape))
        await view.load()
        #expect(view.browser.mode == .list)
        #expect(view.lines[0].contains("  2 "))
    }

    @Test func theListIsSortedByAChosenField() async throws {
        try await show(item(1, "Opal"), item(2, "Amber"), item(3, "Jet"))
        #expect(firstName() == "Amber")
        for name in ["Amber", "Opal", "Amber"] {
            view.press(.text("s"))
            #expect(view.text.contains("Sort by"))
            moveToName(.text("j"))
            view.press(.key(.enter))
            await view.load()
            #expect(firstName() == name)
        }
    }

    @Test func keysEndTheView() async throws {
        try await showTwo()
        #expect(view.browser.handle(.text("z")))
        #expect(!view.browser.handle(.text("q")))
        #expect(!view.browser.handle(.key(.control("c"))))
        #expect(await view.browser.finish() == nil)
    }

    @Test func aSmallWindowSaysSo() async throws {
        try await showTwo()
        view.browser.resize(columns: 20, lines: 5)
        #expect(view.text.hasPrefix("The window is"))
    }
}
