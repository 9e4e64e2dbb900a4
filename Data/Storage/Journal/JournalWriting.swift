import Domain

extension JournalContents {
    /// As many records as a person wants to see in one line of a compacted journal.
    private static let recordsPerLine = 50

    /// The line that makes `changes` the next unit of work. Members of replaced records that this version does not
    /// know are kept.
    func line(for changes: LibraryChanges) -> [UInt8] {
        Self.line(sequence + 1, changes, over: self)
    }

    /// A whole new file with what `contents` holds, after `changes`. All of it counts as settled.
    static func compacted(_ contents: JournalContents?, with changes: LibraryChanges) -> [UInt8] {
        var header = contents?.header ?? JournalHeader(first: 1, settled: 0)
        var sequence = contents?.sequence ?? 0
        header.first = sequence + 1
        var lines: [UInt8] = []
        for (name, records) in contents?.records ?? [] {
            for start in stride(from: 0, to: records.count, by: recordsPerLine) {
                sequence += 1
                lines += JournalFormat.line { writer in
                    writer.member("sequence", sequence)
                    writer.name(name)
                    writer.array { writer in
                        for record in records[start...].prefix(recordsPerLine) { writer.raw(record) }
                    }
                }
            }
        }
        if !changes.isEmpty {
            sequence += 1
            lines += line(sequence, changes, over: contents)
        }
        header.settled = sequence
        return header.line + lines
    }

    /// The latest record of every entity, as it was written.
    private var records: [(name: StaticString, [ArraySlice<UInt8>])] {
        [
            ("books", books.placesInOrder.map { bytes[$0] }),
            ("borrowers", borrowers.placesInOrder.map { bytes[$0] }),
            ("loans", loans.placesInOrder.map { bytes[$0] }),
        ]
    }

    private static func line(
        _ sequence: Int, _ changes: LibraryChanges, over contents: JournalContents?
    ) -> [UInt8] {
        JournalFormat.line { writer in
            writer.member("sequence", sequence)
            writer.saved("books", changes.books) { contents?.record(of: $0, in: contents?.books) }
            writer.saved("borrowers", changes.borrowers) { contents?.record(of: $0, in: contents?.borrowers) }
            writer.saved("loans", changes.loans) { contents?.record(of: $0, in: contents?.loans) }
            if changes.hasDeletions {
                writer.name("deleted")
                writer.object { writer in
                    writer.deleted("books", changes.books)
                    writer.deleted("borrowers", changes.borrowers)
                    writer.deleted("loans", changes.loans)
                }
            }
        }
    }

    private func record<Entity>(of id: Entity.ID, in table: JournalTable<Entity>?) -> ArraySlice<UInt8>? {
        table?.place(of: id).map { bytes[$0] }
    }
}

extension LibraryChanges {
    fileprivate var hasDeletions: Bool {
        !(books.deleted.isEmpty && borrowers.deleted.isEmpty && loans.deleted.isEmpty)
    }
}

extension JSONWriter {
    /// Writes the saved entities; `old` gives the record that each of them replaces.
    fileprivate mutating func saved<Entity: StoredEntity>(
        _ name: StaticString, _ changes: EntityChanges<Entity>, over old: (Entity.ID) -> ArraySlice<UInt8>?
    ) {
        guard !changes.saved.isEmpty else { return }
        self.name(name)
        array { writer in
            for entity in changes.saved.values.sorted(by: { $0.id < $1.id }) {
                writer.raw(Entity.Record(entity).json(keepingUnknownOf: old(entity.id)))
            }
        }
    }

    fileprivate mutating func deleted<Entity>(_ name: StaticString, _ changes: EntityChanges<Entity>) {
        guard !changes.deleted.isEmpty else { return }
        member(name, changes.deleted.sorted().map { "\($0)" })
    }
}
