import Domain
import TestSupport
import Testing

/// Which entities a query finds, in which order.
struct EntityQueryTests {
    private func names(_ query: EntityQuery<Pebble>, _ pebbles: [Pebble]) -> [String] {
        query.page(of: pebbles, folding: folding).rows.map(\.displayName)
    }

    private func pebbles() throws -> [Pebble] {
        try [
            pebble(3, "Amber", [.color: .text("grey"), .grams: .number(12)]),
            pebble(1, "Opal", [.places: .names(["North bay", "Día"])]),
            pebble(2, "grey opal"),
        ]
    }

    @Test(arguments: [
        ("", ["Amber", "grey opal", "Opal"]), ("OPAL", ["grey opal", "Opal"]), ("grey", ["Amber", "grey opal"]),
        ("opal grey", ["grey opal"]), ("bay dia", ["Opal"]), ("  ", ["Amber", "grey opal", "Opal"]), ("12", []),
        ("opal x", []),
    ])
    func eachWordOccursInATextAChoiceOrAName(_ text: String, _ found: [String]) throws {
        #expect(names(EntityQuery(text: text), try pebbles()) == found)
    }

    /// In ascending order, as people expect it.
    private static let ascending: [(PebbleField, [FieldValue])] = [
        (.name, [.text("ab"), .text("Ác"), .text("ad")]),
        (.grams, [.number(-2), .number(9), .number(10)]),
        (.hardness, [.decimal(-0.5), .decimal(2), .decimal(10.25)]),
        (.isRound, [.flag(true), .flag(false)]),
        (.found, [.day(today + -400), .day(today), .day(today + 1)]),
        (
            .color,
            [.text("white"), .text("black")]
        ),
        (.places, [.names(["a", "c"]), .names(["B"])]),
    ]

    /// Names and identifiers descend.
    private func descending(_ field: PebbleField, _ values: [FieldValue]) throws -> [Pebble] {
        try values.enumerated().map { try pebble(9 - $0, "\(9 - $0)", [field: $1]) }
    }

    @Test(arguments: ascending)
    func eachKindOfValueHasItsOrder(_ field: PebbleField, _ values: [FieldValue]) throws {
        var query = EntityQuery<Pebble>()
        query.sort = field
        let pebbles = try descending(field, values)
        #expect(query.page(of: pebbles.reversed(), folding: folding).rows.map { $0.draft[field] } == values)
        query.isReversed = true
        #expect(query.page(of: pebbles, folding: folding).rows.map { $0.draft[field] } == values.reversed())
    }

    @Test(arguments: PebbleField.allCases.filter { $0.isOptional && $0 != .isRound }, [false, true])
    func thoseWithoutAValueComeLast(_ field: PebbleField, _ isReversed: Bool) throws {
        var query = EntityQuery<Pebble>()
        query.sort = field
        query.isReversed = isReversed
        let full = try pebble(2, "b", [field: Example(of: field.kind, 2).value])
        #expect(names(query, [try pebble(1, "a"), full, try pebble(3, "c")]) == ["b", "a", "c"])
    }

    @Test func tiesAreOrderedByNameAndThenByIdentifier() throws {
        let pebbles = try [pebble(3, "b"), pebble(2, "A"), pebble(1, "B"), pebble(4, "a")]
        for isReversed in [false, true] {
            var query = EntityQuery<Pebble>()
            query.sort = .grams
            query.isReversed = isReversed
            #expect(names(query, pebbles) == ["A", "a", "B", "b"])
        }
    }

    @Test func namesAreReversedButNotThoseThatAreEqual() throws {
        var query = EntityQuery<Pebble>()
        query.isReversed = true
        #expect(names(query, try [pebble(2, "a"), pebble(1, "A"), pebble(3, "b")]) == ["b", "A", "a"])
    }

    @Test(
        arguments: [
            (0, nil, [1, 2, 3, 4]), (1, 2, [2, 3]), (3, 9, [4]), (9, nil, []), (0, 0, []), (-1, nil, [1, 2, 3, 4]),
            (0, -1, []),
        ] as [(Int, Int?, [Int])])
    func aPageIsAPartOfWhatIsFound(_ offset: Int, _ limit: Int?, _ rows: [Int]) throws {
        var query = EntityQuery<Pebble>(text: "pebble")
        (query.offset, query.limit) = (offset, limit)
        let page = query.page(
            of: try (1...4).map { try pebble($0, "Pebble \($0)") } + [pebble(5, "x")], folding: folding)
        #expect(page.rows.map { Int($0.id.bits) } == rows)
        #expect(page.total == 4)
    }
}
