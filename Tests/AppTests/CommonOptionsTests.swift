import Domain
import Foundation
import TestSupport
import Testing

@testable import App

/// The options that commands have whatever the fields are. A field that is called like one has another option.
struct CommonOptionsTests {
    /// Otherwise a field of that name would hide the option, or be hidden.
    @Test func theyAreAllThatNoFieldGives() {
        let fields =
            BookField.allCases.filter(\.isEntered).map { FieldOptions<Book>.setting($0) } + FieldOptions<Book>.removing
        let ofFields = Set(fields.map(\.name) + Book.conditions.map(\.name))
        let all =
            AddCommand<Book>.syntax.options.map(\.name) + EditCommand<Book>.syntax.options.map(\.name)
            + ListCommand<Book>.syntax.options.map(\.name) + WatchCommand<Book>.syntax.options.map(\.name)
            + GlobalOptions.syntax.map(\.name) + ["help"]
        #expect(Set(all).subtracting(ofFields).subtracting(commonOptions) == [])
    }

    @Test func theTemplateKnowsThem() throws {
        let rules = Project.root.appending(path: "Tests/Template/Generator/Names/NameRules.swift")
        let list = try String(contentsOf: rules, encoding: .utf8).split(separator: "static let options = words(")[1]
        let words = list.split(separator: "\"\"\"")[1].split(whereSeparator: \.isWhitespace)
        #expect(Set(words.map { String($0) }) == commonOptions)
    }
}
