import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@testable import App

/// How the full-screen view leads from an item to what it refers to, and back.
@MainActor
@Suite(.endsIfItHangs)
struct ItemLinkTests {
    private let library = StoredLibrary.inMemory()
    private let view: PagesFixture
    /// Those to what has a page of its own.
    private nonisolated static let references = ItemField.sampled.filter { field in
        Pages.entities.contains { field.kind.target.map { $0.type } == $0 }
    }

    init() { view = PagesFixture(library) }

    /// Opens the details of item 1.
    private func open() async throws {
        try await library.save([item(1, "Opal"), item(2, "Jade")])
        let page = try #require(Pages.entities.firstIndex { $0 == Item.self })
        for _ in 0..<page { view.press(.key(.tab)) }
        try await view.wait(for: "Opal")
        view.press(.text("/opal"), .key(.enter))
        try await view.wait(for: "  1 ")
        view.press(.key(.enter))
        try await view.wait(for: "id ")
    }

    private func follow(_ link: String) async throws {
        view.press(.key(.enter))
        try await view.wait(for: link)
        view.choose(link)
    }

    @Test(arguments: references) func whatItRefersToIsFollowed(_ field: ItemField) async throws {
        try await open()
        let name = "Sample \(Int(field.example(1).text) ?? 0)"
        try await follow("\(field.words.label.lowercased()) \(name)")
        try await view.wait(for: "id ")
        #expect(view.lines[0] == name)
        // From there, it leads to those that refer to it.
        let back = "\(Item.noun.plural) with this \(field.words.label.lowercased())"
        try await follow(back)
        try await view.wait(for: "  1 of ")
        #expect(view.lines.contains { $0.contains("Opal") })
        view.press(.key(.escape))
        #expect(view.lines[0] == name)
        view.press(.key(.escape))
        #expect(view.lines[0] == "Opal")
        view.press(.key(.escape), .text("/"), .key(.control("u")), .text("\(field.option):\(field.example(2).text)"))
        try await view.wait(for: "Jade")
        try await view.wait(for: "  1 of ")
        // One that is left for something else is no way back.
        view.press(.key(.enter), .key(.enter))
        try await view.wait(for: "id ")
        try await follow("\(field.words.label.lowercased()) Sample \(Int(field.example(2).text) ?? 0)")
        try await view.wait(for: "id ")
        view.press(.text("xn"), .key(.enter))
        try await view.wait(for: "id ")
        view.press(.key(.escape))
        #expect(view.lines[0].hasPrefix(Bookshelf.name.withCapital))
    }
}
