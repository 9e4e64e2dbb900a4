import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests of the disk that the other tests in this folder rely on.
struct SimulatedDiskTests {
    private let disk = SimulatedDisk()

    private func text(_ path: String, in state: DiskState) -> String? {
        guard case .file(let file)? = state.image[path] else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    private func texts(_ path: String) -> Set<String?> {
        var dice = SeededGenerator(seed: 1)
        return Set(disk.state.powerCuts(limit: 10_000, using: &dice).map { text(path, in: $0) })
    }

    @Test func aNameIsDurableOnlyWithItsDirectory() throws {
        let file = try OpenFile("/a", .createNew, files: disk)
        try file.write(Array("hi".utf8), at: 0)
        try file.synchronize()
        #expect(texts("/a") == [nil, "hi"])
        try disk.synchronizeDirectory("/")
        #expect(texts("/a") == ["hi"])
    }

    @Test func aWriteMayBeTornAtAnyByteAndLeaveZeros() throws {
        let file = try OpenFile("/a", .createNew, files: disk)
        try disk.synchronizeDirectory("/")
        try file.write(Array("abc".utf8), at: 0)
        #expect(texts("/a") == ["", "a", "ab", "abc", "\0\0\0"])
    }

    @Test func laterWritesMaySurviveWithoutEarlierOnes() throws {
        let file = try OpenFile("/a", .createNew, files: disk)
        try disk.synchronizeDirectory("/")
        try file.write([0x61], at: 0)
        try file.write([0x62], at: 1)
        #expect(texts("/a") == ["", "a", "\0", "ab", "\0b", "a\0", "\0\0"])
    }

    @Test func renamingIsAtomic() throws {
        for (name, text) in [("/old", "old"), ("/new", "new")] {
            let file = try OpenFile(name, .createNew, files: disk)
            try file.write(Array(text.utf8), at: 0)
            try file.synchronize()
        }
        try disk.synchronizeDirectory("/")
        try disk.rename("/new", to: "/old")
        #expect(texts("/old") == ["old", "new"])
        #expect(texts("/new") == ["new", nil])
    }

    @Test func aWriteLostByAFailedSynchronizationStaysUncertain() throws {
        let descriptor = try disk.open("/a", .createNew)
        try disk.synchronizeDirectory("/")
        _ = Array("a".utf8).withUnsafeBytes { bytes in try? disk.write(descriptor, bytes, at: 0) }
        disk.failToSynchronize(descriptor)
        try disk.synchronize(descriptor)
        #expect(texts("/a").isSuperset(of: ["", "a"]))
    }

    @Test func descriptorsOutliveNamesAndInodesAreReused() throws {
        let file = try OpenFile("/a", .createNew, files: disk)
        try file.write(Array("kept".utf8), at: 0)
        let identity = try file.status().identity
        try disk.remove("/a")
        #expect(try file.read(from: 0, expecting: 4) == Array("kept".utf8))
        let other = try OpenFile("/a", .createNew, files: disk)
        #expect(try other.status().identity != identity)
        try disk.remove("/a")
        let third = try disk.open("/a", .createNew)
        disk.close(third)
        try disk.remove("/a")
        let fourth = try disk.open("/a", .createNew)
        #expect(try disk.status(fourth).identity.inode == 4)
    }

    @Test func aLockBelongsToTheOpenFile() throws {
        let first = try disk.open("/lock", .create)
        let second = try disk.open("/lock", .create)
        #expect(try disk.tryLock(first))
        #expect(try !disk.tryLock(second))
        disk.close(first)
        #expect(try disk.tryLock(second))
    }

    @Test func linksAreFollowedExceptByReadLinkAndRemove() throws {
        try disk.makeDirectory("/d")
        try disk.makeLink("/link", to: "/d/a")
        _ = try disk.open("/link", .create)
        #expect(try disk.list("/d") == ["a"])
        #expect(try disk.readLink("/link") == "/d/a")
        #expect(throws: FileError(.readLink, code: EINVAL)) { try disk.readLink("/d/a") }
        try disk.remove("/link")
        #expect(try disk.list("/") == ["d"])
    }
}
