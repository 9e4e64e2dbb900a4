import Foundation
import Testing

@testable import ModelAndViewModel

/// The second rung: the view model is tested without a process, but with a file.
@MainActor struct ViewModelTests {
    private let file = BookFile(
        url: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json"))

    @Test func aLentBookCannotBeChosen() throws {
        try file.save([Book(title: "Dune", lentTo: "Ana")])
        let viewModel = LendingViewModel(file: file)
        viewModel.choose("Dune")
        #expect(viewModel.problem == "\"Dune\" is lent to Ana")
    }

    @Test func aBookIsLent() throws {
        try file.save([Book(title: "Dune")])
        let viewModel = LendingViewModel(file: file)
        viewModel.choose("Dune")
        viewModel.lend(to: "Ana")
        #expect(viewModel.books == [Book(title: "Dune", lentTo: "Ana")])
        #expect(try file.load() == viewModel.books)
    }
}
