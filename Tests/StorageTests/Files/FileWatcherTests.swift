import FileTestSupport
import TestTraits
import Testing

@testable import Storage

@Suite(.fewAtATime, .endsIfItHangs)
struct FileWatcherTests {
    /// Another program may be in the middle of writing.
    @Test(arguments: WatchedStore.Means.allCases)
    func aFailedReadIsRetriedOnceAfterEachChange(means: WatchedStore.Means) async throws {
        let file = try TemporaryDirectory().file("notes")
        let (tries, continuation) = AsyncStream.makeStream(of: Bool.self)
        let following = Task {
            await means.watcher.follow(file.path) { isLastTry in
                continuation.yield(isLastTry)
                return false
            }
        }
        let isLastTry = Observation(tries)
        for _ in 1...3 {
            #expect(try await isLastTry.next() == false)
            #expect(try await isLastTry.next() == true)
            try file.write("a change")
        }
        following.cancel()
        await following.value
    }

    @Test(arguments: WatchedStore.Means.allCases)
    func aChangeDuringReloadingCausesAnotherReload(means: WatchedStore.Means) async throws {
        let file = try TemporaryDirectory().file("notes")
        let (texts, continuation) = AsyncStream.makeStream(of: String.self)
        let following = Task {
            await means.watcher.follow(file.path) { _ in
                let text = (try? file.text()) ?? "nothing"
                if text.count < 10 { try? file.write(text == "nothing" ? "x" : text + "x") }
                continuation.yield(text)
                return true
            }
        }
        let seen = Observation(texts)
        var text = try await seen.next()
        #expect(text == "nothing")
        while text != "xxxxxxxxxx" { text = try await seen.next() }
        following.cancel()
        await following.value
    }
    #if os(Linux)
    /// Polling doesn't use the system's notifications.
    @Test(arguments: WatchedStore.Means.allCases)
    func onlyTheNotifiedWatcherUsesNotifications(means: WatchedStore.Means) async throws {
        let folder = TestFile(path: try TemporaryDirectory().path)
        let (looks, continuation) = AsyncStream.makeStream(of: Bool?.self)
        let following = Task {
            await means.watcher.follow(folder.path + "/notes") { _ in
                continuation.yield(try? folder.isWatched)
                return true
            }
        }
        #expect(try await Observation(looks).next() == (means == .notified))
        following.cancel()
        await following.value
    }
    #endif
}
