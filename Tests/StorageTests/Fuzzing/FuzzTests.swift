import FileTestSupport
import Foundation
import FuzzChecks
import StorageTestSupport
import Testing

@testable import Storage

/// Damaged files are read or refused, and nothing in them is lost. The same checks run for hours in
/// `Tests/Fuzzing/run.sh`.
///
/// `BOOKSHELF_SEED` replays a run; `BOOKSHELF_ROUNDS` makes it longer.
struct FuzzTests {
    private static let rounds = environmentNumber("BOOKSHELF_ROUNDS") ?? 300

    @Test(arguments: FuzzCheck.allCases)
    func damagedFilesAreReadOrRefused(_ check: FuzzCheck) async throws {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        let samples = try await FuzzSamples.files(for: check)
        for sample in samples { #expect(try await check.run(on: sample) == .read) }
        var outcomes: [FuzzCheck.Outcome: Int] = [:]
        for round in 0..<Self.rounds {
            let bytes = damaged(try #require(samples.randomElement(using: &random)), using: &random)
            do {
                outcomes[try await check.run(on: bytes), default: 0] += 1
            } catch {
                let text = String(decoding: bytes, as: UTF8.self)
                Issue.record("\(check), BOOKSHELF_SEED=\(seed), round \(round): \(error)\n\(text)")
                return
            }
        }
        // The damage is effective: not every file can be read, and many journals are repaired.
        let isJournal = check == .journal || check == .signedJournal
        #expect(outcomes[isJournal ? .repaired : .refused, default: 0] > Self.rounds / 10, "seed \(seed)")
        #expect(check != .journal || outcomes[.refused] == nil, "a damaged first line must not be believed")
    }

    /// Compares with the contents of the intact lines, computed without the program from what each sample line is known
    /// to save.
    @Test func repairRecoversEveryIntactLine() async throws {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        var repairs = 0
        for round in 0..<Self.rounds {
            let bytes = damaged(Array(SampleJournal.text.utf8), using: &random)
            let store = FuzzCheck.open(.journal, MemoryFiles(FuzzCheck.path(for: .journal), bytes))
            let repairable = try #require(store as? any RepairableRecordStore)
            if try await repairable.repair(acceptingEdits: false, saving: { _ in }) != nil { repairs += 1 }
            // Also without damage; then an unfinished last line is left out.
            let found = try await store.all(.note, .tag, .link)
            let text = String(decoding: bytes, as: UTF8.self)
            try #require(found == contents(of: bytes), "BOOKSHELF_SEED=\(seed), round \(round)\n\(text)")
        }
        #expect(repairs > Self.rounds / 3)
    }

    /// The records that the known lines, with or without a carriage return, save in the order of their units.
    private func contents(of bytes: [UInt8]) -> [Sample] {
        let lines = Set(
            bytes.split(separator: 0x0A).flatMap { line in
                line.last == 0x0D ? [Array(line), line.dropLast()] : [Array(line)]
            })
        var records: [RecordKind: [String: Sample]] = [:]
        for unit in SampleJournal.units where lines.contains(Array(unit.line.utf8.dropLast())) {
            for sample in unit.saved { records[sample.kind, default: [:]][sample.id] = sample }
        }
        return RecordKind.samples.flatMap { kind in (records[kind] ?? [:]).values.sorted() }
    }
}
