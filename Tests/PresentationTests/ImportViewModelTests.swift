import Data
import Domain
import Presentation
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ImportViewModelTests {
    private let library = InMemoryLibrary()
    private let rows = ["A", "B", "", "A", "C"].enumerated().map { place, title in
        ImportRow(line: place + 2, content: .success(BookDraft(title: title, authors: ["Ana"])))
    }

    /// Its library takes two rows at a time.
    private func model(isDryRun: Bool = false) -> ImportViewModel {
        ImportViewModel(
            library: WatchedLibrary(library), folding: folding, today: { today }, randomBits: counter(),
            isDryRun: isDryRun)
    }

    @Test func reportsWhatBecameOfTheRows() async throws {
        let model = model()
        #expect(model.progress == nil)
        await model.run(rows)
        let report = try #require(model.report)
        #expect(report.added == 3)
        #expect(report.skipped == 1)
        #expect(report.rejected.map(\.line) == [4])
        #expect(model.progress.map { [$0.done, $0.total] } == [5, 5])
        #expect(!model.isRunning)
        #expect(try await library.books.all().count == 3)
    }

    @Test func theProgressGrowsWithEachUnitOfWork() async {
        let model = model()
        let importing = Task { await model.run(rows) }
        var seen: [Int] = []
        for expected in [0, 2, 4, 5] {
            await until { (model.progress?.done ?? -1) >= expected }
            seen.append(model.progress?.done ?? -1)
        }
        await importing.value
        #expect(seen.last == 5)
        #expect(seen == seen.sorted())
    }

    @Test func aDryRunAddsNothing() async throws {
        let model = model(isDryRun: true)
        await model.run(rows)
        #expect(model.report?.added == 3)
        #expect(try await library.books.all().isEmpty)
        model.isDryRun = false
        await model.run(rows)
        #expect(model.report?.added == 3)
        #expect(try await library.books.all().count == 3)
    }

    @Test func whileARunLastsAnotherDoesNothing() async throws {
        let (begun, goOn) = (Signal(), Signal())
        let held = WatchedLibrary(
            library,
            beforeWork: {
                begun.send()
                await goOn.wait()
            })
        let model = ImportViewModel(library: held, folding: folding, today: { today }, randomBits: counter())
        let first = Task { await model.run(Array(rows.prefix(2))) }
        await begun.wait()
        #expect(model.isRunning)
        await model.run([])
        #expect(model.isRunning)
        #expect(model.progress?.total == 2)
        goOn.send()
        await first.value
        #expect(model.report?.added == 2)
    }

    @Test func importingAgainAddsNothing() async throws {
        let model = model()
        await model.run(rows)
        await model.run(rows)
        #expect(model.report?.added == 0)
        #expect(model.report?.skipped == 4)
    }
}
