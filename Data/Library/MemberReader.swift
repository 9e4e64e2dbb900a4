import Storage

extension EntityRecord {
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

    /// The names of all members, in order.
    static var memberNames: [StaticString] {
        var names = MemberNames()
        var record = Self()
        record.members(&names)
        return names.names
    }
}

/// Reads a record whose members are in the order of `EntityRecord.members`. If one isn't, or can't be read,
/// `isComplete` is false, and `AnyMembers` has to read the record.
struct OrderedMembers: MemberVisitor {
    private var scanner: JSONScanner
    /// The next member, whose value has not been read; nil at the end.
    private var next: JSONName?
    private var hasFailed = false

    init(_ scanner: JSONScanner) {
        self.scanner = scanner
        do {
            try self.scanner.beginObject()
            next = try self.scanner.nextName(isFirst: true)
        } catch {
            hasFailed = true
        }
    }

    /// Whether each member of the record was read.
    var isComplete: Bool { !hasFailed && next == nil }

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if comes(name, isRequired), let read: Value = read() { value = read }
    }

    private mutating func comes(_ name: StaticString, _ isRequired: Bool) -> Bool {
        if !hasFailed, let next, next.is(name) { return true }
        if isRequired { hasFailed = true }
        return false
    }

    private mutating func read<Value: MemberValue>() -> Value? {
        do {
            let value = try Value(from: &scanner)
            next = try scanner.nextName(isFirst: false)
            return value
        } catch {
            // `AnyMembers` reads it again and throws the error.
            hasFailed = true
            return nil
        }
    }
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
        if let read: Value = try read(name, isRequired) { value = read }
    }

    private func read<Value: MemberValue>(_ name: StaticString, _ isRequired: Bool) throws(RecordError) -> Value? {
        guard isObject else { throw RecordError(member: "record", reason: .wrongType) }
        guard var scanner = values.first(where: { $0.name.is(name) })?.value else {
            if isRequired { throw RecordError(member: "\(name)", reason: .missing) }
            return nil
        }
        do {
            return try Value(from: &scanner)
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
