import FileTestSupport
import Testing

@testable import Storage

/// The promises of `AtomicReplacement`, for each way in which files are replaced.
struct FileReplacementTests {
    enum Writer: CaseIterable {
        case wholeFile, keyValueFile, journal

        /// Creates the file, or replaces it.
        func write(_ number: Int, to file: TestFile) async throws {
            switch self {
            case .wholeFile: try WholeFile.write(Array("\(number)".utf8), to: file.path)
            case .keyValueFile: try await KeyValueFile(path: file.path).set(number, for: KeyValueKey("a", default: 0))
            case .journal:
                // The first of these appends to a file that exists.
                try await file.journal().keep(JournalFixture.record("b\(number)", "Roses"))
                try file.compact()
            }
        }

        func hasWritten(_ number: Int, to file: TestFile) async throws -> Bool {
            switch self {
            case .wholeFile: try file.text() == "\(number)"
            case .keyValueFile:
                try await KeyValueFile(path: file.path).value(for: KeyValueKey("a", default: 0)) == number
            case .journal: try await file.journal().record("b\(number)") != nil
            }
        }

        /// The names of the files that it makes for a file of this name.
        func names(_ name: String) -> [String] {
            self == .wholeFile ? [name] : [name, name + ".lock"]
        }
    }

    private let directory: TemporaryDirectory
    private let file: TestFile

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("plan")
    }

    /// A reader that has the old file open can continue to read it, because the new one is another file.
    @Test(arguments: Writer.allCases)
    func aNewFileIsPrivateAndAnExistingModeIsKept(writer: Writer) async throws {
        try await writer.write(1, to: file)
        #expect(try file.mode == 0o600)
        try file.setMode(0o640)
        let old = try file.inode
        try await writer.write(2, to: file)
        #expect(try await writer.hasWritten(2, to: file))
        #expect(try file.mode == 0o640)
        #expect(try file.inode != old)
    }

    @Test(arguments: Writer.allCases)
    func leftoversOfKilledWritersAreRemoved(writer: Writer) async throws {
        try directory.file(".plan.new-12-34").write("left by a writer that was killed")
        let others = [".other.new-1-2", ".plan.new-version"]
        for other in others { try directory.file(other).write("kept") }
        try await writer.write(1, to: file)
        #expect(try directory.names() == others + writer.names("plan"))
    }

    /// Relative or absolute, to a file or to nothing.
    @Test(arguments: Writer.allCases, ["elsewhere/real", "./elsewhere/../elsewhere/real", nil])
    func aLinkIsFollowedAndStaysALink(writer: Writer, target: String?) async throws {
        let elsewhere = directory.file("elsewhere")
        try elsewhere.makeDirectory()
        let real = directory.file("elsewhere/real")
        let target = target ?? real.path
        try file.makeLink(to: target)
        for number in 1...2 {
            try await writer.write(number, to: file)
            #expect(file.linkTarget == target)
            #expect(real.linkTarget == nil)
            #expect(try await writer.hasWritten(number, to: real))
        }
        #expect(try directory.names() == ["elsewhere", "plan"])
    }
}
