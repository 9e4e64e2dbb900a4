import FileTestSupport
import Foundation
import Testing

@testable import Storage

struct StoreFilesTests {
    private let directory: TemporaryDirectory
    private let folder: String
    private let files: StoreFiles

    init() throws {
        directory = try TemporaryDirectory()
        folder = directory.path + "/store"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        files = StoreFiles([folder + "/notes.jsonl"])
    }

    private func link(_ name: String, to target: String) throws -> String {
        let path = "\(directory.path)/\(name)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        return path
    }

    @Test(arguments: [
        "notes.jsonl", "notes.jsonl.lock", "notes.jsonl.damaged-1", "notes.jsonl.damaged-1.unverified.json",
        "notes.jsonl.unfinished-2", ".notes.jsonl.new-1-2", "Notes.JSONL", "../store/./notes.jsonl",
    ])
    func filesOfTheStoreAreIncludedBeforeTheyExistAndAfter(name: String) throws {
        #expect(files.include("\(folder)/\(name)"))
        try Data().write(to: URL(filePath: "\(folder)/\(name)"))
        #expect(files.include("\(folder)/\(name)"))
    }

    @Test(arguments: ["notes.json", "notes.csv", "my-notes.jsonl", "notes.jsonl-copy", "notes"])
    func otherFilesAreNot(name: String) {
        #expect(!files.include("\(folder)/\(name)"))
        #expect(!files.include("\(directory.path)/notes.jsonl"))
    }

    @Test func linksAreFollowed() throws {
        let other = try link("other", to: "store")
        #expect(files.include(other + "/notes.jsonl"))
        let dangling = try link("dangling", to: "store/notes.jsonl")
        #expect(files.include(dangling))
        #expect(files.include(try link("twice", to: dangling)))
        try Data().write(to: URL(filePath: folder + "/notes.jsonl"))
        #expect(files.include(dangling))
        let hard = directory.path + "/hard"
        try FileManager.default.linkItem(atPath: folder + "/notes.jsonl", toPath: hard)
        #expect(files.include(hard))
        let opened = try #require(FileHandle(forReadingAtPath: hard))
        #expect(files.include("/dev/fd/\(opened.fileDescriptor)"))
    }

    /// The lock of a store is beside the file that the link leads to.
    @Test func aStoreMayItselfBeALink() throws {
        let store = try link("linked.jsonl", to: "store/elsewhere.jsonl")
        let files = StoreFiles([store])
        for path in [store, folder + "/elsewhere.jsonl", folder + "/elsewhere.jsonl.lock"] {
            #expect(files.include(path))
        }
        #expect(!files.include(folder + "/notes.jsonl"))
    }

    @Test func aFileWithALockBelongsToAnotherStore() throws {
        let path = directory.path + "/another.jsonl"
        try Data().write(to: URL(filePath: path))
        #expect(!files.include(path))
        try Data().write(to: URL(filePath: path + ".lock"))
        #expect(files.include(path))
        #expect(StoreFiles().include(path))
    }

    @Test func oneFileHasManyNames() throws {
        let path = directory.path + "/list.csv"
        try Data([1]).write(to: URL(filePath: path))
        let link = try link("link", to: "list.csv")
        #expect(files.isSameFile(path, link))
        #expect(files.isSameFile(path, directory.path + "/store/../list.csv"))
        #expect(!files.isSameFile(path, directory.path + "/missing"))
        #expect(!files.isSameFile(directory.path + "/missing", directory.path + "/missing"))
        #expect(!files.isSameFile("/dev/null", "/dev/null"))
    }

    @Test func onlyFilesHaveContents() throws {
        #expect(!files.hasContents(folder + "/missing"))
        #expect(!files.hasContents("/dev/null"))
        try Data().write(to: URL(filePath: folder + "/empty"))
        #expect(!files.hasContents(folder + "/empty"))
        try Data([1]).write(to: URL(filePath: folder + "/full"))
        #expect(files.hasContents(folder + "/full"))
    }
}
