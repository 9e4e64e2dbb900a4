import Storage
import StorageTestSupport
import TestTraits
import Testing

/// A reader's random years with every store on this machine. After each action, the library is what a plain model says,
/// which knows each rule: also which action is refused, and what `undo` would do. Some programs are killed in the middle
/// of an action: then it was done, or it wasn't.
///
/// A failure names its seed. Two years; longer, or the year of one seed again:
///
///     BOOKSHELF_YEARS=1000 swift test --filter YearTests
///     BOOKSHELF_YEARS=1 BOOKSHELF_SEED=42 swift test --filter YearTests
@Suite(.fewAtATime, .endsIfItHangs)
struct YearTests {
    @Test(arguments: 0..<(environmentNumber("BOOKSHELF_YEARS") ?? 2 as UInt64))
    func theLibraryIsWhatThePlainModelSays(number: UInt64) async throws {
        var year = try await Year(seed: SeededGenerator.seed &+ number)
        for _ in 0..<300 { try await year.goOn() }
        print("BOOKSHELF_SEED=\(year.seed): \(year.tally.sorted { $0.key < $1.key }.map { "\($1) \($0)" })")
    }
}
