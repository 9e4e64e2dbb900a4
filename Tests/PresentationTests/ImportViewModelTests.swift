import Data
import Domain
import Presentation
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ImportViewModelTests {
    private let library = StoredLibrary.inMemory()
    private let rows = ["A", "B", "", "A", "C"].enumerated().map { index, title in
        ImportRow(line: index + 2, content: .book(ImportedBook(BookDraft(title: title, authors: ["Ana"]))))
    }

    /// Its library takes two rows at a time.
    private func model(of watched: WatchedLibrary? = nil, isDryRun: Bool = false) -> ImportViewModel {
        ImportViewModel(context: context(watched ?? WatchedLibrary(library)), isDryRun: isDryRun)
    }

    /// Reports the beginning of each unit of work, and waits to be let through.
    private func heldUp(_ begun: Signal, _ goOn: Signal) -> WatchedLibrary {
        WatchedLibrary(
            library,
            beforeWork: {
                begun.send()
                await goOn.wait()
            })
    }

    @Test func reportsTheResult() async throws {
        let model = model()
        #expect(model.progress == nil)
        await model.run(rows)
        let report = try #require(model.report)
        #expect(report.added == 3)
        #expect(report.merged == 1)
        #expect(report.rejected == 1)
        #expect(report.rows.map(\.line).contains(4))
        #expect(!model.isRunning)
        #expect(try await library.books.all().count == 3)
    }

    /// A unit of work has two books, and a book may have several rows.
    @Test func theProgressGrowsWithEachUnitOfWork() async {
        let (begun, goOn) = (Signal(), Signal())
        let model = model(of: heldUp(begun, goOn))
        let importing = Task { await model.run(rows) }
        for done in [0, 4] {
            await begun.wait()
            #expect(model.progress.map { [$0.done, $0.total] } == [done, 5])
            goOn.send()
        }
        await importing.value
        #expect(model.progress.map { [$0.done, $0.total] } == [5, 5])
    }

    @Test func duringARunThereIsNoReport() async {
        let (begun, goOn) = (Signal(), Signal())
        let model = model(of: heldUp(begun, goOn))
        for _ in 0..<2 {
            let importing = Task { await model.run(Array(rows.prefix(2))) }
            await begun.wait()
            #expect(model.report == nil)
            goOn.send()
            await importing.value
            #expect(model.report != nil)
        }
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

    @Test func aSecondRunDuringTheFirstDoesNothing() async throws {
        let (begun, goOn) = (Signal(), Signal())
        let model = model(of: heldUp(begun, goOn))
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
        #expect(model.report?.skipped == 3)
    }
}
