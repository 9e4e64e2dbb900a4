import Storage

extension EntityRecord {
    /// The entity whose record is in `bytes[range]`.
    ///
    /// This decides what a checksum vouches for. The texts of a verified record were tidied before they were written, so
    /// they are taken as they are if the record also has the form in which this version writes it. Every other record
    /// is tidied as input is. What makes a record invalid is the same for both, but for members that are `skipped`: those of
    /// a verified record are passed over unread.
    static func entity(
        in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isVerified: Bool, skipping skipped: MemberSet = []
    ) throws(RecordError) -> Entity {
        if isVerified {
            var record = Self()
            var members = OrderedMembers(JSONScanner(bytes, range: range), areTidy: true, skipping: skipped)
            record.members(&members)
            if members.isComplete { return try record.tidyEntity() }
        }
        return try Self(bytes, range).entity()
    }

    /// Reads the record in `bytes[range]`. Skips unknown members, treats `null` as absent, and takes the first of two
    /// members with the same name.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(RecordError) {
        self.init()
        // Nearly every record has its members in the order of `members`, and no others.
        var quick = OrderedMembers(JSONScanner(bytes, range: range))
        members(&quick)
        if quick.isComplete { return }
        self.init()
        var members = AnyMembers(JSONScanner(bytes, range: range))
        try self.members(&members)
    }

    /// The optional members that are none of these.
    static func members(besides names: Set<String>) -> MemberSet {
        var set = MemberSet()
        for (index, name) in memberNames.enumerated() where !names.contains(name.description) { set.insert(index) }
        return set
    }

    /// The names of all members, in order.
    static var memberNames: [StaticString] {
        var names = MemberNames()
        var record = Self()
        record.members(&names)
        return names.names
    }
}

/// Reads a record whose members are in the order of `EntityRecord.members`, without white space. If one isn't, or can't
/// be read, `isComplete` is false, and `AnyMembers` has to read the record.
struct OrderedMembers: MemberVisitor {
    private var scanner: JSONScanner
    private let areTidy: Bool
    private let skipped: MemberSet
    private var index = 0
    private var isFirst = true
    private var hasFailed = false

    init(_ scanner: JSONScanner, areTidy: Bool = false, skipping skipped: MemberSet = []) {
        (self.scanner, self.areTidy, self.skipped) = (scanner, areTidy, skipped)
    }

    /// Whether each member of the record was read.
    var isComplete: Bool { !hasFailed && !isFirst && scanner.isAtEndOfObject }

    // Inlined, so that names are compared with texts that the compiler knows.
    @inline(__always)
    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if !hasFailed, scanner.passName(name, isFirst: isFirst) {
            isFirst = false
            do {
                if !isRequired, skipped.contains(index) {
                    try read { () throws(JSONError) in try scanner.skipUnchecked() }
                } else {
                    value = areTidy ? try Value(tidyIn: &scanner) : try Value(from: &scanner)
                }
            } catch {
                // `AnyMembers` reads it again and throws the error.
                hasFailed = true
            }
        } else if isRequired {
            hasFailed = true
        }
        index += 1
    }
}

/// Members of a record by their places. A record may have more than 64; then the later ones are in no set.
struct MemberSet: ExpressibleByArrayLiteral {
    private var bits: UInt64 = 0

    init(arrayLiteral places: Int...) { for place in places { insert(place) } }

    mutating func insert(_ place: Int) { if place < 64 { bits |= 1 << UInt64(place) } }

    func contains(_ place: Int) -> Bool { place < 64 && bits & (1 << UInt64(place)) != 0 }
}

/// Reads members in any order.
struct AnyMembers: MemberVisitor {
    private var values: [(name: JSONName, value: JSONScanner)] = []
    private var isObject = true

    init(_ scanner: JSONScanner) {
        var scanner = scanner
        do {
            try scanner.object { name, value throws(JSONError) in
                let start = value
                if try value.null() { return }
                values.append((name, start))
                try value.skip()
            }
        } catch {
            isObject = false
        }
    }

    mutating func member<Value: MemberValue>(
        _ name: StaticString, _ value: inout Value, isRequired: Bool
    ) throws(RecordError) {
        guard isObject else { throw RecordError(member: "record", reason: .wrongType) }
        guard var scanner = values.first(where: { $0.name.is(name) })?.value else {
            if isRequired { throw RecordError(member: "\(name)", reason: .missing) }
            return
        }
        do {
            value = try Value(from: &scanner)
        } catch {
            throw RecordError(member: "\(name)", reason: error)
        }
    }
}

private struct MemberNames: MemberVisitor {
    private(set) var names: [StaticString] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        names.append(name)
    }
}
