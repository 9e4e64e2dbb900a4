import Foundation

// Lends books: OneFile <file> add <title> | list | lend <title>

struct Book: Codable {
    var title: String
    var lentTo: String?
}

func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

let words = CommandLine.arguments
guard words.count > 2 else { fail("usage: OneFile <file> add <title> | list | lend <title>") }
let file = URL(filePath: words[1])
let title = words.count > 3 ? words[3] : ""
var books = (try? JSONDecoder().decode([Book].self, from: Data(contentsOf: file))) ?? []

switch words[2] {
case "add":
    books.append(Book(title: title))
    say("Added \"\(title)\".")
case "list":
    for book in books { say(book.lentTo.map { "\(book.title), lent to \($0)" } ?? book.title) }
case "lend":
    guard let index = books.firstIndex(where: { $0.title == title }) else { fail("there is no book \"\(title)\"") }
    if let person = books[index].lentTo { fail("\"\(title)\" is lent to \(person)") }
    say("To whom?")
    guard let person = readLine(), !person.isEmpty else { fail("a person needs a name") }
    books[index].lentTo = person
    say("Lent \"\(title)\" to \(person).")
default:
    fail("unknown command \"\(words[2])\"")
}
try JSONEncoder().encode(books).write(to: file)
