import Data
import Domain
import Foundation
import Presentation

// Lends books: Layers <file> add <title> | list | lend <title>

func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

@MainActor func require(_ viewModel: LendingViewModel) {
    if let problem = viewModel.problem { fail(problem) }
}

let words = CommandLine.arguments
guard words.count > 2 else { fail("usage: Layers <file> add <title> | list | lend <title>") }
let title = words.count > 3 ? words[3] : ""
let viewModel = LendingViewModel(FileLibrary(URL(filePath: words[1])))
require(viewModel)

switch words[2] {
case "add":
    viewModel.add(title)
    require(viewModel)
    say("Added \"\(title)\".")
case "list":
    for book in viewModel.books { say(book.lentTo.map { "\(book.title), lent to \($0)" } ?? book.title) }
case "lend":
    viewModel.choose(title)
    require(viewModel)
    say("To whom?")
    let person = readLine() ?? ""
    viewModel.lend(to: person)
    require(viewModel)
    say("Lent \"\(title)\" to \(person).")
default:
    fail("unknown command \"\(words[2])\"")
}
