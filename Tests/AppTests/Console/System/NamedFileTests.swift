import FileTestSupport
import Testing

@testable import App

struct NamedFileTests {
    @Test func allBytesAreRead() throws {
        let file = try TemporaryDirectory().file("list")
        try file.write("a\nb")
        #expect(try NamedFile(name: file.path).read() == Array("a\nb".utf8))
    }

    @Test func whatCannotBeReadIsNamed() throws {
        let folder = try TemporaryDirectory().file("folder")
        try folder.makeDirectory()
        #expect(throws: NamedFileError.input(folder.path, reason: "Is a directory")) {
            try NamedFile(name: folder.path).read()
        }
        #expect(NamedFileError.input("x", reason: "y").message == "can't read x: y")
        #expect(NamedFileError.output("x", reason: "y").message == "can't write to x: y")
        #expect(NamedFile(name: "-").location == "standard input")
    }
}
