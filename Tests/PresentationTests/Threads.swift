import Foundation
import Synchronization

/// On which threads something was done.
final class Threads: Sendable {
    private let isMain = Mutex<[Bool]>([])

    var count: Int { isMain.withLock(\.count) }
    var includeMain: Bool { isMain.withLock { $0.contains(true) } }

    func note() {
        let isMain = Thread.isMainThread
        self.isMain.withLock { $0.append(isMain) }
    }
}
