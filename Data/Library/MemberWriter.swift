import Storage

/// Writes the members that have a value.
private struct MemberWriter: MemberVisitor {
    var writer: JSONWriter

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if value.isAbsent { return }
        writer.name(name)
        value.write(to: &writer)
    }
}

extension JSONWriter {
    /// Writes the members of `record` into the object that is being written.
    mutating func members(of record: some EntityRecord) {
        var record = record
        // Swapped in and out, so that the bytes aren't copied.
        var visitor = MemberWriter(writer: JSONWriter())
        swap(&visitor.writer, &self)
        record.members(&visitor)
        swap(&visitor.writer, &self)
    }
}

extension EntityRecord {
    /// The record as a JSON object, followed by the members of `old` that this version does not know.
    func json(keepingUnknownOf old: ArraySlice<UInt8>?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.members(of: self)
            old?.withUnsafeBufferPointer { writer.unknownMembers(in: $0, of: Self.self) }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func unknownMembers<Record: EntityRecord>(
        in old: UnsafeBufferPointer<UInt8>, of type: Record.Type
    ) {
        let known = Record.memberNames
        var scanner = JSONScanner(old)
        // `old` has been read before, and stores refuse names that can't be decoded, so this can't fail.
        try? scanner.object { name, value throws(JSONError) in
            let range = try value.skip()
            guard !known.contains(where: { name.is($0) }) else { return }
            self.name(try name.text())
            raw(old[range])
        }
    }
}
