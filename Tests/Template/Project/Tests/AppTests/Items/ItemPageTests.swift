import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@testable import App

/// The page of items in the full-screen view.
@MainActor
@Suite(.endsIfItHangs)
struct ItemPageTests {
    private let library = StoredLibrary.inMemory()
    private let view: PagesFixture

    init() { view = PagesFixture(library) }

    /// Goes to the page of these items. Returns how many the library has, with what they refer to.
    @discardableResult private func show(_ items: Item...) async throws -> Int {
        try await library.save(items)
        let count = try await library.items.all().count
        let page = try #require(Pages.entities.firstIndex { $0 == Item.self })
        for _ in 0..<page { view.press(.key(.tab)) }
        try await view.wait(for: "  \(Item.counting(count))  ")
        return count
    }

    @Test func theListShowsNamesAndWhatFits() async throws {
        try await show(item(1), item(2))
        #expect(view.lines[2].contains(ItemField.sampleName.words.label.lowercased()))
        #expect(view.lines[3].contains("Sample 1") && view.lines[4].contains("Sample 2"))
    }

    @Test func theDetailsShowEachField() async throws {
        try await show(item(1), item(2))
        view.press(.text("j"), .key(.enter))
        try await view.wait(for: "id ")
        #expect(view.lines[0] == "Sample 2")
        for field in ItemField.sampled {
            let text = field.example(2).text
            let shown = field.kind.target == nil ? field.kind.form == .flag ? "yes" : text : "Sample \(Int(text) ?? 0)"
            // A name is there once the library was read.
            if field.kind.target != nil { try await view.wait(for: shown) }
            #expect(view.lines.contains { $0.hasSuffix(shown) }, "\(field)")
        }
    }

    @Test func theFormTakesEachField() async throws {
        try await show()
        try await library.saveTargets(of: [itemDraft(1)])
        view.press(.text("a"))
        var expected = ItemDraft()
        for field in ItemField.sampled {
            #expect(view.lines.contains { $0.hasPrefix(field.words.label) })
            switch field.kind.form {
            case .flag:
                view.press(.text(" "))
                expected[field] = .flag(true)
            case .choice(let words):
                view.press(.key(.right))
                expected[field] = .text(words[0])
            case .number where field.kind.fewNumbers != nil:
                view.press(.key(.right))
                expected[field] = .number(field.kind.fewNumbers?.lowerBound ?? 0)
            // An editor takes it.
            case .lines where field == Item.longText: break
            default:
                // What it refers to is named.
                let text = field.example(1).text
                view.press(.text(field.kind.target == nil ? text : "SAMPLE \(Int(text) ?? 0)"))
                expected[field] = field.example(1).value
            }
            view.press(.key(.tab))
        }
        view.press(.key(.control("s")))
        try await view.wait(for: "Added \"Sample 1\".")
        #expect(try await library.items.all().map(\.draft).contains(expected))
    }

    @Test func keysSetAFlagAndAChoice() async throws {
        let old = try item(1)
        try await show(old)
        for case .text(let key) in Item.quickInputs {
            guard let (field, value) = Item.quickChange(key, of: old.draft), old.draft[field] != value else { continue }
            view.press(.text(key))
            try await view.wait(for: "\"Sample 1\": \(Item.said(value, of: field)).")
            #expect(try await library.items.find(old.id)?.draft[field] == value)
            try await library.save(old)
        }
        guard let (field, values) = Item.choice, let last = values.last else { return }
        view.press(.text(old.draft[field] == last ? "tg " : "tG "))
        try await view.wait(for: "\"Sample 1\": \(Item.said(old.draft[field] == last ? values[0] : last, of: field)).")
    }

    @Test func itemsAreSearchedAndRemoved() async throws {
        let count = try await show(item(1, "Opal"), item(2, "Amber"))
        view.press(.text("/opal"), .key(.enter))
        try await view.wait(for: "  1 of \(Item.counting(count))")
        view.press(.text("xy"))
        try await view.wait(for: "Removed \"Opal\".")
        let names = try await library.items.all().map(\.displayName)
        #expect(names.contains("Amber") && !names.contains("Opal"))
    }
}
