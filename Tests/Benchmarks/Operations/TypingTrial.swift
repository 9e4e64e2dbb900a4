import Data
import Domain
import Foundation
import Presentation
import TestSupport

/// How long typing a search keeps the main actor from drawing: its longest turn, in processor time of the main thread,
/// so that other programs on the machine don't count.
struct TypingTrial {
    let bench: Workbench

    static let allRows = "all rows"

    func trial() -> Trial {
        let contenders = [nil, 100].map { limit in
            let books = bench.sizes.max() ?? 0
            let library = StoredLibrary.inMemory(LibrarySnapshot(books: bench.supply.initial(books)))
            let context = UseCaseContext(
                library: library, today: { Day(daysSince1970: 20_000) }, randomBits: { .random(in: .min ... .max) },
                folding: .caseAndAccents)
            return Contender(name: limit.map { "pages of \($0) rows" } ?? Self.allRows, books: books) {
                Cost(wall: await Self.longestTurn(typingInto: BookQuery { $0.limit = limit }, context))
            }
        }
        return Trial(operation: .typing, contenders: contenders)
    }

    /// Types a word letter by letter and deletes it again, each time before and after the rows have followed.
    @MainActor
    private static func longestTurn(typingInto query: BookQuery, _ context: UseCaseContext) async -> Duration {
        let model = BookListViewModel(context: context, preferences: DefaultPreferences(), query: query)
        let observing = Task { await model.observe() }
        while model.total == 0 { await Task.yield() }
        var longest = Duration.zero
        let heartbeat = Task {
            var last = ThreadClock.now
            while !Task.isCancelled {
                await Task.yield()
                let now = ThreadClock.now
                longest = max(longest, now - last)
                last = ThreadClock.now
            }
        }
        let word = Workbench.searchWord
        let texts = word.indices.map { String(word[...$0]) }
        for text in texts + texts.reversed() + [""] {
            model.query.text = text
            for _ in 0..<10 { await Task.yield() }
            while model.content.isLoading { await Task.yield() }
        }
        heartbeat.cancel()
        await heartbeat.value
        observing.cancel()
        await observing.value
        return longest
    }
}

/// The processor time of the current thread.
private enum ThreadClock {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
