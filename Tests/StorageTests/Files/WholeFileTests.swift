import FileTestSupport
import Foundation
import Testing

@testable import Storage

/// Files that a user names.
struct WholeFileTests {
    private let directory: TemporaryDirectory
    private let file: TestFile

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("notes.txt")
    }

    @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 700_000])
    func allBytesAreReadAndWritten(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
        try WholeFile.write(bytes, to: file.path)
        #expect(try file.bytes() == bytes)
        #expect(try WholeFile.read(from: file.path, limit: 1 << 20) == bytes)
        #expect(try directory.names() == ["notes.txt"])
    }

    @Test func bytesAreWrittenToAPipe() throws {
        let pipe = Pipe()
        try WholeFile.write(Array("some text".utf8), to: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
        try pipe.fileHandleForWriting.close()
        let reading = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try WholeFile.read(from: reading, limit: 1 << 20) == Array("some text".utf8))
    }

    @Test func aDeviceStaysADevice() throws {
        try WholeFile.write([1], to: "/dev/null")
        #expect(try WholeFile.read(from: "/dev/null", limit: 1 << 20) == [])
    }

    @Test func aMissingFileAndADirectoryAreErrors() throws {
        let missing = #expect(throws: FileError.self) { try WholeFile.read(from: file.path, limit: 1 << 20) }
        #expect(missing?.code == FileError.missing)
        try directory.file("folder").makeDirectory()
        #expect(throws: FileError.self) { try WholeFile.write([1], to: directory.path + "/folder") }
        #expect(throws: FileError.self) { try WholeFile.write([1], to: directory.path + "/nowhere/notes.txt") }
        #expect(try directory.names() == ["folder"])
    }
}
