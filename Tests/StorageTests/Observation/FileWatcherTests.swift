import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5)))
struct FileWatcherTests {
    /// Another program may be in the middle of writing.
    @Test(arguments: WatchedStore.Means.allCases)
    func whatCanNotBeReadIsTriedOnceMoreAfterEachChange(means: WatchedStore.Means) async throws {
        let file = try TemporaryDirectory().file("plan")
        let (tries, continuation) = AsyncStream.makeStream(of: Bool.self)
        let following = Task {
            await means.watcher.follow(file.path) { isLastTry in
                continuation.yield(isLastTry)
                return false
            }
        }
        var isLastTry = tries.makeAsyncIterator()
        for _ in 1...3 {
            #expect(await isLastTry.next() == false)
            #expect(await isLastTry.next() == true)
            try file.write("a change")
        }
        following.cancel()
        await following.value
    }
}
