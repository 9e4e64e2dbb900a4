import Domain
import FileTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Data

/// Units of work in a cluster keep the rules without a lock.
extension LibraryContractTests {
    /// Units of one cluster conflict only over what their rules are about.
    @Test(.enabled(if: StorageEngine.etcd.obstacle == nil), arguments: UnitsAtOnce.all)
    func unitsConflictOnlyOverTheSameBook(units: UnitsAtOnce) async throws {
        // Two units that happen to use one slot of the cluster conflict, too: one pair in 64.
        var fewest = Int.max
        for _ in 0..<4 where fewest > units.runs {
            let location = try await StorageEngine.etcd.makeLibraryLocation()
            try await fill(location)
            let (library, other) = (location.library(), location.library())
            try await library.books.save([book(3), book(4)])
            try await library.loans.save(loan(3, of: 3).returned(on: someDay))
            let runs = Mutex(0)
            do throws(LibraryError) {
                try await library.perform { unit throws(LibraryError) in
                    let isFirst = runs.withLock { runs in
                        runs += 1
                        return runs == 1
                    }
                    try await units.one(unit)
                    if isFirst { try await other.perform(units.other) }
                }
                #expect(units.runs == 1)
            } catch {
                #expect(units.runs == 2, "\(error)")
            }
            fewest = min(fewest, runs.withLock { $0 })
        }
        #expect(fewest == units.runs)
    }

    /// It knows only the keys of open loans.
    @Test(.enabled(if: StorageEngine.etcd.obstacle == nil))
    func anEarlierVersionThatLendsABookStopsItsRemoval() async throws {
        let location = try await StorageEngine.etcd.makeLibraryLocation()
        try await fill(location)
        let (library, lent) = (location.library(), try loan(9, of: 2))
        let lending = RecordChange(
            kind: Loan.kind, id: lent.id.recordID, json: lent.json(over: nil), keys: lent.storedKeys.filter(\.hasAll))
        let refusal = LibraryError.lending(.isLent(try book(2), to: try borrower(1).name, due: lent.due))
        let runs = Mutex(0)
        await #expect(throws: refusal) {
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.delete(bookID(2))
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                guard isFirst else { return }
                do { try await location.change(lending) } catch { Issue.record(error) }
            }
        }
        #expect(try await library.loans.all().contains(lent))
    }
}

/// Two units of work on the library of `WayAroundRules` with the books 3, which was lent to person 1, and 4. The other one
/// is carried out at the end of the first.
struct UnitsAtOnce: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Of the first unit; 2 if the other one is a conflict, and then a refusal.
    let runs: Int
    let one: @Sendable (UnitOfWork) async throws(LibraryError) -> Void
    let other: @Sendable (UnitOfWork) async throws(LibraryError) -> Void

    static let all = [
        UnitsAtOnce(testDescription: "two books are lent", runs: 1) { unit throws(LibraryError) in
            try await unit.loans.save(loan(10, of: 2))
        } other: { unit throws(LibraryError) in
            try await unit.loans.save(loan(11, of: 4))
        },
        UnitsAtOnce(testDescription: "one book is lent twice", runs: 2) { unit throws(LibraryError) in
            try await unit.loans.save(loan(10, of: 2))
        } other: { unit throws(LibraryError) in
            try await unit.loans.save(loan(11, of: 2, to: 2))
        },
        UnitsAtOnce(testDescription: "a book is removed, another lent", runs: 1) { unit throws(LibraryError) in
            try await unit.books.delete(bookID(3))
        } other: { unit throws(LibraryError) in
            try await unit.loans.save(loan(11, of: 4))
        },
        UnitsAtOnce(testDescription: "a book is removed and lent", runs: 2) { unit throws(LibraryError) in
            try await unit.books.delete(bookID(3))
        } other: { unit throws(LibraryError) in
            try await unit.loans.save(loan(11, of: 3))
        },
        UnitsAtOnce(testDescription: "a person is removed, a book lent to another", runs: 1) {
            unit throws(LibraryError) in
            try await unit.borrowers.delete(borrowerID(2))
        } other: { unit throws(LibraryError) in
            try await unit.loans.save(loan(11, of: 4))
        },
        UnitsAtOnce(testDescription: "a person is removed and lent a book", runs: 2) { unit throws(LibraryError) in
            try await unit.borrowers.delete(borrowerID(2))
        } other: { unit throws(LibraryError) in
            try await unit.loans.save(loan(11, of: 4, to: 2))
        },
    ]
}
