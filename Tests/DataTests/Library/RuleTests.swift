import Domain
import Storage
import Testing

@testable import Data

/// A trip of some days, and the visits on it, each on one of its days: a rule between two entities. Entries that were
/// stored before the rule are read, named, and block nobody.
struct RuleTests {
    private static let outside = LibraryError.value(.notInRange(1...3))
    private let trip = Trip(1, days: 3)

    /// A library with the trip, and these visits, which no rule has seen.
    private func library(_ visits: Visit...) -> StoredLibrary {
        let records = visits.map { RecordChange(kind: Visit.kind, id: $0.id.recordID, json: $0.json(over: nil)) }
        let trips = [RecordChange(kind: Trip.kind, id: trip.id.recordID, json: trip.json(over: nil))]
        return StoredLibrary(MemoryRecordStore(trips + records), schema: LibrarySchema([Trip.self, Visit.self]))
    }

    @Test func anEntityKeepsTheRuleWithWhatItRefersTo() async throws {
        let library = library()
        let visits = library.repository(of: Visit.self)
        try await visits.save(Visit(1, on: 1, day: 3))
        await #expect(throws: Self.outside) { try await visits.save(Visit(2, on: 1, day: 4)) }
        await #expect(throws: Self.outside) { try await visits.save(Visit(1, on: 1, day: 0)) }
        #expect(try await visits.all() == [Visit(1, on: 1, day: 3)])
    }

    @Test func theRuleIsKeptByChangesOfWhatIsReferredTo() async throws {
        let library = library(Visit(1, on: 1, day: 3))
        let trips = library.repository(of: Trip.self)
        await #expect(throws: LibraryError.value(.notInRange(1...2))) { try await trips.save(Trip(1, days: 2)) }
        try await library.perform { unit throws(LibraryError) in
            try await unit.repository(of: Trip.self).save(Trip(1, days: 2))
            try await unit.repository(of: Visit.self).save(Visit(1, on: 1, day: 2))
        }
        #expect(try await trips.all() == [Trip(1, days: 2)])
    }

    @Test func whatIsOlderThanTheRuleIsReadAndBlocksNobody() async throws {
        let (old, missing) = (Visit(1, on: 1, day: 9), Visit(2, on: 7, day: 1))
        let library = library(old, missing, Visit(3, on: 1, day: 1))
        let visits = library.repository(of: Visit.self)
        #expect(try await visits.all().count == 3)
        try await visits.save(Visit(3, on: 1, day: 2))
        // Its reference stays as it was.
        try await visits.save(Visit(2, on: 7, day: 2))
        // The trip can change, but not for those that kept the rule until then.
        let trips = library.repository(of: Trip.self)
        await #expect(throws: LibraryError.value(.notInRange(1...1))) { try await trips.save(Trip(1, days: 1)) }
        try await trips.save(Trip(1, days: 2))
        try await trips.save(trip)
        await #expect(throws: Self.outside) { try await visits.save(Visit(1, on: 1, day: 8)) }
        try await visits.save(Visit(1, on: 1, day: 1))
    }

    @Test func everyEntityThatBreaksARuleIsNamedOnce() async throws {
        let library = library(Visit(1, on: 1, day: 9), Visit(2, on: 7, day: 9), Visit(3, on: 1, day: 1))
        let broken = try await library.brokenRules()
        #expect(broken.map(\.entity.id) == ["\(Visit.ID(bits: 1))", "\(Visit.ID(bits: 2))"])
        #expect(broken.map(\.error) == [Self.outside, .value(.blank)])
        #expect(try await self.library(Visit(1, on: 1, day: 3)).brokenRules().isEmpty)
    }

    @Test func aRehearsalChecksAndChangesNothing() async throws {
        let library = library()
        await #expect(throws: Self.outside) {
            try await library.rehearse { unit throws(LibraryError) in
                try await unit.repository(of: Visit.self).save(Visit(1, on: 1, day: 4))
            }
        }
        let seen = try await library.rehearse { unit throws(LibraryError) in
            try await unit.repository(of: Visit.self).save(Visit(1, on: 1, day: 3))
            return try await unit.repository(of: Visit.self).all().count
        }
        #expect(seen == 1)
        #expect(try await library.repository(of: Visit.self).all().isEmpty)
    }

    /// What goes with a removed entity takes along what refers to it in turn.
    @Test func aRemovalTakesAlongWhatDependsOnIt() async throws {
        let library = library(Visit(1, on: 1, day: 1), Visit(2, after: 1, on: 1, day: 2), Visit(3, on: 7, day: 1))
        try await library.repository(of: Trip.self).delete(trip.id)
        #expect(try await library.repository(of: Visit.self).all().map(\.id.bits) == [3])
    }
}

struct Trip: StoredEntity {
    typealias ID = Identifier<Trip>
    typealias LookupKey = Never

    let id: ID
    let days: Int

    init(_ number: Int, days: Int) { (id, self.days) = (ID(bits: UInt64(number)), days) }

    static let kind = RecordKind(singular: "trip", plural: "trips")

    struct Record: EntityRecord {
        private var id = ID(bits: 0)
        private var days = 0

        init() {}

        init(_ trip: Trip) { (id, days) = (trip.id, trip.days) }

        mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.required("id", &id)
            try visitor.required("days", &days)
        }

        func entity() -> Trip { Trip(Int(id.bits), days: days) }
    }
}

struct Visit: StoredEntity {
    typealias ID = Identifier<Visit>
    typealias LookupKey = Never

    let id: ID
    let previous: ID?
    let trip: Trip.ID
    let day: Int

    init(_ number: Int, after previous: Int? = nil, on trip: Int, day: Int) {
        id = ID(bits: UInt64(number))
        self.previous = previous.map { ID(bits: UInt64($0)) }
        self.trip = Trip.ID(bits: UInt64(trip))
        self.day = day
    }

    static let rules: [Rule<Visit>] = [
        .always { visit throws(LibraryError) in if visit.day < 1 { throw .value(.notInRange(1...3)) } },
        .holds(with: { $0.trip }) { (visit, trip: Trip) throws(LibraryError) in
            if visit.day > trip.days { throw .value(.notInRange(1...trip.days)) }
        },
        .refers(to: { $0.trip }, missing: { _ in .value(.blank) }) { (_: Trip, _, _) throws(LibraryError) in },
        .refers(to: { $0.previous }, missing: { _ in .value(.blank) }) { (_: Visit, _, _) throws(LibraryError) in },
    ]

    static let kind = RecordKind(singular: "visit", plural: "visits")

    struct Record: EntityRecord {
        private var id = ID(bits: 0)
        private var previous: ID?
        private var trip = Trip.ID(bits: 0)
        private var day = 0

        init() {}

        init(_ visit: Visit) { (id, previous, trip, day) = (visit.id, visit.previous, visit.trip, visit.day) }

        mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.required("id", &id)
            try visitor.optional("previous", &previous)
            try visitor.required("trip", &trip)
            try visitor.required("day", &day)
        }

        func entity() -> Visit {
            Visit(Int(id.bits), after: previous.map { Int($0.bits) }, on: Int(trip.bits), day: day)
        }
    }
}
