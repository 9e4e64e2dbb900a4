import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

/// The form in which an item is added or edited.
@MainActor
@Suite(.endsIfItHangs)
struct ItemEditorViewModelTests {
    private let library = StoredLibrary.inMemory()

    init() async throws { try await library.saveTargets(of: (1...5).map { itemDraft($0) }) }

    private func editor(_ item: Item? = nil, in other: (any Library)? = nil) -> ItemEditorViewModel {
        ItemEditorViewModel(item, context: context(other ?? library))
    }

    private func stored() async throws -> Item {
        try await library.items.save(item(1))
        return try item(1)
    }

    /// Types example number `n` into every field.
    private func fill(_ editor: ItemEditorViewModel, _ n: Int) {
        for field in ItemField.allCases { editor.type(field.example(n).text, into: field) }
    }

    @Test func anEmptyFormNamesTheMissingFieldsAndSavesNothing() async throws {
        let editor = editor()
        let required = ItemField.allCases.filter { !$0.isOptional }
        #expect(Set(editor.form.problems.keys) == Set(required))
        for field in required { #expect(editor.form.problems[field] == "\(field.words.label) is missing") }
        #expect(editor.problem == required.first.map { "\($0.words.label) is missing" })
        #expect(!editor.canSave)
        #expect(await editor.save() == nil)
        #expect(try await library.items.all().isEmpty)
    }

    @Test func aFilledFormAddsAnItem() async throws {
        let editor = editor()
        #expect(!editor.isChanged)
        fill(editor, 1)
        #expect(editor.form.problems.isEmpty)
        #expect(editor.isChanged)
        let saved = try #require(await editor.save())
        #expect(saved.draft == itemDraft(1))
        #expect(try await library.items.all() == [saved])
        #expect(editor.entity == saved)
        #expect(!editor.isChanged)
    }

    @Test func savingAgainChangesTheAddedItem() async throws {
        let editor = editor()
        fill(editor, 1)
        let added = try #require(await editor.save())
        editor.type("Opal", into: .sampleName)
        #expect(await editor.save()?.id == added.id)
        #expect(try await library.items.all().map(\.draft) == [itemDraft(1, "Opal")])
    }

    @Test func twoSavesAtOnceAddOneItem() async throws {
        let editor = editor()
        fill(editor, 1)
        async let first = editor.save()
        async let second = editor.save()
        _ = await (first, second)
        #expect(try await library.items.all().map(\.draft) == [itemDraft(1)])
    }

    @Test(arguments: ItemField.allCases) func whatOthersHaveChangedStays(_ field: ItemField) async throws {
        let editor = editor(try await stored())
        // Another value than before; a choice of one word has none.
        let mine = (3...5).map(field.example).first { $0.value != field.example(1).value } ?? field.example(1)
        editor.type(mine.text, into: field)
        var expected = itemDraft(2)
        if !expected[field].isList { expected[field] = itemDraft(1)[field] }
        try await library.items.save(Item(id: Item.ID(bits: 1), draft: expected))
        if case (.names(let theirs), .names(let names)) = (expected[field], mine.value) {
            expected[field] = .names(theirs + names)
        } else {
            expected[field] = mine.value
        }
        let saved = try #require(await editor.save())
        #expect(saved.draft == expected)
        #expect(try await library.items.find(saved.id) == saved)
    }

    /// Names are added one by one, so they don't conflict.
    @Test(arguments: ItemField.allCases) func aChangeOfTheSameFieldIsShownBeforeItIsReplaced(
        _ field: ItemField
    ) async throws {
        let editor = editor(try await stored())
        let before = itemDraft(1)[field]
        guard let mine = (3...5).map(field.example).first(where: { $0.value != before }),
            let other = (2...5).first(where: { ![before, mine.value].contains(itemDraft($0)[field]) }), !before.isList
        else { return }
        editor.type(mine.text, into: field)
        func change(to draft: ItemDraft) async throws {
            try await library.items.save(Item(id: Item.ID(bits: 1), draft: draft))
        }
        try await change(to: itemDraft(other))
        #expect(await editor.save() == nil)
        #expect(editor.hasConflict && editor.actionError == nil && editor.isChanged)
        #expect(ItemField.allCases.filter { editor.theirs(in: $0) != nil } == [field])
        #expect(editor.theirs(in: field) == itemDraft(other)[field])
        #expect(try await library.items.find(Item.ID(bits: 1))?.draft == itemDraft(other))
        // Others change another field meanwhile, which stays.
        var expected = itemDraft(1)
        expected[field] = itemDraft(other)[field]
        try await change(to: expected)
        expected[field] = mine.value
        #expect(await editor.save()?.draft == expected)
        #expect(!editor.hasConflict && editor.theirs(in: field) == nil)
    }

    @Test(arguments: ItemField.allCases) func aFieldIsEmptiedIfItIsOptional(_ field: ItemField) async throws {
        let editor = editor(try await stored())
        editor.type(" ", into: field)
        #expect(editor.canSave == field.isOptional)
        let saved = await editor.save()
        var expected = itemDraft(1)
        expected[field] = expected[field].empty
        #expect(saved?.draft == (field.isOptional ? expected : nil))
    }

    @Test func aFormThatHasItsOldTextsAgainIsUnchanged() async throws {
        let editor = editor(try await stored())
        editor.type("Other", into: .sampleName)
        #expect(editor.isChanged)
        editor.type("Sample 1", into: .sampleName)
        #expect(!editor.isChanged)
    }

    @Test func aRemovedItemIsNotAddedAgain() async throws {
        let editor = editor(try await stored())
        editor.type("Other", into: .sampleName)
        try await library.items.delete(Item.ID(bits: 1))
        #expect(await editor.save() == nil)
        #expect(editor.actionError == .item(.noSuchItem("000000000001")))
        #expect(editor.isChanged)
        #expect(try await library.items.all().isEmpty)
    }

    @Test func theFormOutlivesAnErrorOfTheStore() async throws {
        let once = WatchedLibrary(library, beforeUnit: { n throws(LibraryError) in if n == 1 { throw brokenStore } })
        let editor = editor(try await stored(), in: once)
        editor.type("Other", into: .sampleName)
        #expect(await editor.save() == nil)
        #expect(editor.actionError == brokenStore)
        #expect(editor.canSave)
        #expect(await editor.save()?.displayName == "Other")
        #expect(editor.actionError == nil)
    }

    @Test func whatIsTypedDuringASaveIsNotCountedAsSaved() async throws {
        let (begun, goOn) = (Signal(), Signal())
        let slow = WatchedLibrary(
            library,
            beforeUnit: { n throws(LibraryError) in
                if n > 1 { return }
                begun.send()
                await goOn.wait()
            })
        let editor = editor(try await stored(), in: slow)
        editor.type("First", into: .sampleName)
        let saving = Task {
            // Also sent if nothing is saved.
            defer { begun.send() }
            return await editor.save()
        }
        await begun.wait()
        #expect(editor.isSaving)
        #expect(!editor.canSave)
        editor.type("Second", into: .sampleName)
        goOn.send()
        #expect(await saving.value?.displayName == "First")
        #expect(editor.isChanged)
        #expect(await editor.save()?.displayName == "Second")
    }
}
