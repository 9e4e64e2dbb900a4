import Data
import Domain
import FoundationEssentials
import TestSupport
import Testing

/// A library that has a copy says what the cluster holds, as one that has none; it only asks for less.
@Suite("Copies of etcd", .needsEtcd, .timeLimit(.minutes(5)))
final class EtcdCopyTests {
    private let file: TestFile
    private var slot: UInt64 = 0

    init() throws {
        file = try TemporaryDirectory().file("home/cluster.copy")
    }

    /// A writer who has a slot of its own.
    private func writer(_ place: EtcdPlace) -> EtcdLibrary {
        slot += 1
        return place.library(slot: slot)
    }

    /// What a newcomer with the copy sees, and whether it had to read everything.
    private func read(_ place: EtcdPlace) async throws -> Reading {
        let network = UnreliableNetwork()
        let snapshot = try await place.library(network, copyPath: file.path).snapshot()
        let plain = try await place.library().snapshot()
        #expect(snapshot == plain)
        return Reading(snapshot, all: network.requests.contains { $0.isOfMoment })
    }

    @Test func onlyWhatHasChangedIsAskedFor() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save([book(1), book(2)])
        #expect(try await read(place) == Reading([book(1), book(2)], all: true))
        #expect(try await read(place) == Reading([book(1), book(2)], all: false))
        try await writer(place).books.save(book(3))
        try await writer(place).put(bookID(2), on: "shelf")
        let shelved = try book(2) { $0.shelves = ["shelf"] }
        #expect(try await read(place) == Reading([book(1), shelved, book(3)], all: false))
        #expect(try await read(place) == Reading([book(1), shelved, book(3)], all: false))
    }

    @Test func whateverTheyBeginWithIdentifiersAreInOrder() async throws {
        let place = try await EtcdPlace()
        // Eight for each first character, because parts are asked for side by side.
        let books = try (0..<256).map { try book($0 << 52) }
        try await writer(place).books.save(books.shuffled())
        #expect(try await read(place) == Reading(books, all: true))
        #expect(try await read(place) == Reading(books, all: false))
    }

    @Test func loansAndPeopleAreInIt() async throws {
        let place = try await EtcdPlace()
        try await writer(place).perform { unit throws(LibraryError) in
            try await unit.books.save(Samples.emma)
            try await unit.borrowers.save(Samples.ana)
            try await unit.loans.save(loan(1, of: 1))
        }
        #expect(try await read(place).all)
        let ben = try borrower(2, "Ben")
        try await writer(place).borrowers.save(ben)
        let all = LibrarySnapshot(books: [Samples.emma], borrowers: [Samples.ana, ben], loans: [loan(1, of: 1)])
        #expect(try await read(place) == Reading(all, all: false))
    }

    @Test func whatIsGoneIsGone() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save([book(1), book(2), book(3)])
        #expect(try await read(place).all)
        try await writer(place).books.delete(bookID(2))
        #expect(try await read(place) == Reading([book(1), book(3)], all: true))
        #expect(try await read(place) == Reading([book(1), book(3)], all: false))
        // Another program, and something else has come in its place.
        try await place.delete("books/\(bookID(1))")
        try await writer(place).books.save(book(4))
        #expect(try await read(place) == Reading([book(3), book(4)], all: true))
        // Gone, and there again.
        try await writer(place).books.delete(bookID(3))
        try await writer(place).books.save(book(3, "Sanditon"))
        #expect(try await read(place).snapshot.books == [book(3, "Sanditon"), book(4)])
    }

    @Test func whatOthersWriteIsSeen() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        let json = try #require(try await place.value("books/\(bookID(1))"))
        #expect(try await read(place).all)
        try await place.put("books/\(bookID(1))", json.replacing("Emma", with: "Sanditon"))
        #expect(try await read(place) == Reading([book(1, "Sanditon")], all: false))
        // Of that moment there is no unit of work, so nothing new is kept.
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try await read(place).all)
        #expect(!file.exists)
    }

    /// As after a backup was put back: the same revisions, and another history.
    @Test func aClusterThatDoesNotKnowTheUnitIsReadAnew() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        let library = writer(place)
        let slot = "units/\(slot)"
        try await library.books.save(book(2))
        let before = try #require(try await place.value(slot))
        try await library.books.save(book(3))
        #expect(try await read(place).all)
        try await place.put(slot, before)
        #expect(try await read(place) == Reading([book(1), book(2), book(3)], all: true))
        // The same again, but not from the same time: as in a cluster to which everything was copied.
        try await place.put(slot, before)
        #expect(try await read(place) == Reading([book(1), book(2), book(3)], all: true))
    }

    @Test func aSlotThatIsUsedAgainIsReadAnew() async throws {
        let place = try await EtcdPlace()
        let library = writer(place)
        try await library.books.save(book(1))
        #expect(try await read(place).all)
        try await library.books.save(book(2))
        #expect(try await read(place) == Reading([book(1), book(2)], all: true))
        #expect(try await read(place) == Reading([book(1), book(2)], all: false))
    }

    @Test func theCopyOfAnotherLibraryIsNotBelieved() async throws {
        let (one, other) = (try await EtcdPlace(), try await EtcdPlace())
        try await writer(one).books.save(book(1))
        try await writer(other).books.save(book(2))
        #expect(try await read(one) == Reading([book(1)], all: true))
        #expect(try await read(other) == Reading([book(2)], all: true))
        #expect(try await read(other) == Reading([book(2)], all: false))
        // As many keys, in the same cluster, and all of them older.
        #expect(try await read(one) == Reading([book(1)], all: true))
        #expect(try await read(try await EtcdPlace()) == Reading([], all: true))
    }

    @Test func afterManyChangesAllIsReadAnew() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save((1...501).map { try book($0) })
        #expect(try await read(place).all)
        let renamed = try (1...501).map { try book($0, "Book \($0)") }
        try await writer(place).books.save(renamed)
        #expect(try await read(place) == Reading(renamed, all: true))
        #expect(try await read(place) == Reading(renamed, all: false))
    }

    @Test func aDamagedCopyIsAsIfThereWereNone() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save([book(1), book(2)])
        #expect(try await read(place).all)
        let whole = try file.bytes()
        let lineEnd = try #require(whole.firstIndex(of: 0x0A))
        var flipped: [[UInt8]] = [0, lineEnd / 2, lineEnd, lineEnd + 1, (lineEnd + whole.count) / 2, whole.count - 1]
            .map { place in
                var bytes = whole
                bytes[place] ^= 1
                return bytes
            }
        flipped += [[], Array(whole.dropLast()), whole + [0x20], Array(whole[...lineEnd]), Array("{}\n".utf8)]
        for bytes in flipped {
            try file.write(bytes)
            #expect(try await read(place) == Reading([book(1), book(2)], all: true))
            #expect(try await read(place) == Reading([book(1), book(2)], all: false))
        }
    }

    @Test func aCopyThatSaysItIsNewerIsNotBelieved() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        #expect(try await read(place).all)
        try await writer(place).books.save(book(1, "Sanditon"))
        let text = try file.text()
        let revision = try #require(text.firstMatch(of: /"revision":/)).range.upperBound
        try file.write(text[..<revision] + "1" + text[revision...])
        #expect(try await read(place) == Reading([book(1, "Sanditon")], all: true))
    }

    @Test func itIsForItsOwnerAlone() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        #expect(try await read(place).all)
        #expect(try file.mode & 0o777 == 0o600)
    }

    @Test func whereNothingCanBeKeptReadingGoesOn() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        let library = place.library(copyPath: "/dev/null/cluster.copy")
        #expect(try await library.snapshot().books == [book(1)])
        #expect(try await library.snapshot().books == [book(1)])
    }

    @Test func itHelpsNobodyWhoCannotAskTheCluster() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        #expect(try await read(place).all)
        let library = place.library(UnreliableNetwork { _, _ in .unreachable }, copyPath: file.path)
        await #expect { try await library.snapshot() } throws: { error in
            if case .store(.unreachable)? = error as? LibraryError { true } else { false }
        }
    }

    @Test func aNewerFormatIsRefusedAllTheSame() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        #expect(try await read(place).all)
        try await place.put("format", #"{"format":"bookshelf","version":2}"#)
        let refusal = LibraryError.store(.newerVersion(place: "\(place.address)", found: 2, known: 1))
        await #expect(throws: refusal) { try await place.library(copyPath: file.path).snapshot() }
    }

    @Test func observingBeginsWithIt() async throws {
        let place = try await EtcdPlace()
        try await writer(place).books.save(book(1))
        #expect(try await read(place).all)
        try await writer(place).books.save(book(2))
        let network = UnreliableNetwork()
        var seen = place.library(network, copyPath: file.path).observe().makeAsyncIterator()
        #expect(try await seen.next()?.books == [book(1), book(2)])
        try await writer(place).books.delete(bookID(1))
        #expect(try await seen.next()?.books == [book(2)])
        #expect(!network.requests.contains { $0.isOfMoment })
    }
}

/// What somebody read, and whether it took reading everything.
private struct Reading: Equatable {
    let snapshot: LibrarySnapshot
    let all: Bool

    init(_ snapshot: LibrarySnapshot, all: Bool) {
        self.snapshot = snapshot
        self.all = all
    }

    init(_ books: [Book], all: Bool) {
        self.init(LibrarySnapshot(books: books), all: all)
    }
}
