import Data
import Domain
import Presentation
import TestSupport
import Testing

@testable import App

/// The exit status of each kind of error.
struct ErrorReportTests {
    private static let statuses: [(CommandError, Int32)] = [
        (.library(.value(.notADay)), 1),
        (.library(brokenStore), 74),
        (.library(.store(.damaged(location: "there", line: 3, reason: "why"))), 74),
        (.library(.store(.unreachable(location: "there", reason: "why"))), 69),
        (.library(.store(.busy(location: "there", seconds: 3))), 74),
        (.unfinished(brokenStore, done: "a part"), 74),
        (.backupFile(BackupError(location: "there", line: 3, reason: "why")), 65),
        (.restore(.unknownKind("later")), 74),
        (.file(.input("there", reason: "why")), 66),
        (.file(.output("there", reason: "why")), 64),
    ]

    @Test(arguments: statuses) func anErrorHasItsStatus(_ error: CommandError, _ status: Int32) {
        let report = ErrorReport(error)
        #expect(report.status.rawValue == status)
        #expect(!report.message.isEmpty)
        #expect(!report.message.contains("\n"))
    }

    @Test func adviceFollowsTheMessage() {
        let damaged = LibraryError.store(.damaged(location: "there", line: 3, reason: "why"))
        #expect(ErrorReport(damaged).message == "\(damaged.message); restore it from a copy")
    }
}
