extension EtcdRecordStore {
    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        guard let version, version.origin == origin else { return try await present(kinds) }
        return try await reading { unit throws(StorageError) in try await unit.news(of: kinds, since: version) }
    }

    /// All current records of these kinds, from the copy and the changes since if possible, or else read anew.
    func present(_ kinds: [RecordKind]) async throws(StorageError) -> RecordNews {
        if let copy = copyFile?.load(), let news = try await present(kinds, by: copy) { return news }
        let folders = kinds.map(layout.folder)
        while true {
            let first = [.key(layout.format), EtcdRead(.under(layout.units))]
            let counts = (layout.records + folders.map(\.range)).map { range in
                var read = EtcdRead(range)
                read.isCount = true
                return read
            }
            let answer = try await asking { () async throws(EtcdError) in try await gateway.read(first + counts) }
            try checkFormat(in: answer)
            let snapshot = snapshot(answer.revision)
            do throws(StorageError) {
                let foundCounts = answer.found.dropFirst(first.count + layout.records.count).map(\.count)
                let ranges = zip(folders, foundCounts).flatMap { folder, count -> [EtcdRange] in
                    count > 200 ? folder.parts : [folder.range]
                }
                let all = try await snapshot.all(of: folders, in: ranges)
                save(all, answer)
                return all.news(RecordVersion(at: snapshot, origin, all.counts), isComplete: true)
            } catch {
                // The revision was compacted away meanwhile.
                guard snapshot.isForgotten else { throw error }
            }
        }
    }

    /// The records in the copy, if it was read from this address. A copy of an earlier version doesn't name one.
    func lastSeen(_ kinds: [RecordKind]) async -> RecordNews? {
        guard let copyFile, let copy = copyFile.load(), isOfThisStore(copy),
            copy.address == nil || copy.address == "\(copyFile.address)",
            let all = EtcdRecords(kinds.map(layout.folder), of: copy)
        else { return nil }
        return all.news(RecordVersion(origin: origin, number: copy.unit.revision), isComplete: true)
    }

    /// Another store in the cluster has its own slots.
    private func isOfThisStore(_ copy: EtcdCopy) -> Bool {
        copy.unit.slot.utf8.starts(with: layout.units.utf8)
    }

    var keepsUnknownKinds: Bool { false }

    /// Asks for the first key, the first key after that one's folder, and so on.
    func kinds(besides kinds: [RecordKind]) async throws(StorageError) -> [RecordKind] {
        var found: [RecordKind] = []
        for range in layout.records {
            var rest = range
            while true {
                var read = EtcdRead(rest)
                read.limit = 1
                let first = [read]
                let answer = try await asking { () async throws(EtcdError) in try await gateway.read(first) }
                guard let entry = answer.found[0].entries.first else { break }
                let key = Array(answer.bytes[entry.key])
                if let plural = layout.plural(in: key) {
                    let kind = String(validating: plural, as: UTF8.self).flatMap { RecordKind(plural: $0) }
                    if let kind { found.append(kind) }
                    // The character after the slash.
                    rest = EtcdRange(start: key[..<plural.endIndex] + [UInt8(ascii: "0")], end: range.end)
                } else {
                    // The first possible key after it.
                    rest = EtcdRange(start: key + [0], end: range.end)
                }
            }
        }
        return found.besides(kinds)
    }

    /// Saves a copy, if these are all the records in the store. `answer` begins with the format, the slots, and the
    /// numbers of keys in `layout.records`.
    private func save(_ all: EtcdRecords, _ answer: EtcdOutcome) {
        guard let copyFile else { return }
        let keys = answer.found[2..<2 + layout.records.count].reduce(0) { $0 + Int($1.count) }
        guard keys == all.counts.values.reduce(answer.found[0].entries.count, +) else { return }
        guard let latest = answer.found[1].entries.max(by: { $0.modified < $1.modified }),
            let key = String(validating: answer.bytes[latest.key], as: UTF8.self),
            let unit = EtcdCopy.Unit(EtcdSlot(key, latest, in: answer)),
            // Records that other programs wrote later have no stamp to identify them.
            all.modified <= unit.revision
        else { return }
        copyFile.save(all.answers, with: keys, after: unit)
    }

    /// All current records of these kinds, from the copy and the changes since. Returns nil if many records have
    /// changed or some were deleted, if the slot was used again, or if the copy is damaged or of another store.
    private func present(_ kinds: [RecordKind], by copy: EtcdCopy) async throws(StorageError) -> RecordNews? {
        guard isOfThisStore(copy) else { return nil }
        let folders = kinds.map(layout.folder)
        // Decoded while the cluster answers.
        async let decoded = EtcdRecords(folders, of: copy)
        let since = RecordVersion(origin: origin, number: copy.unit.revision)
        let answer = try await asking { () async throws(EtcdError) in
            try await gateway.read(
                [.key(layout.format), .key(copy.unit.slot)] + folders.map { $0.changes(since: since) })
        }
        try checkFormat(in: answer)
        let slot = EtcdSlot(copy.unit.slot, answer.found[1].entries.first, in: answer)
        guard EtcdCopy.Unit(slot) == copy.unit, var all = await decoded,
            RecordVersion(origin: origin, number: copy.unit.revision, counts: all.counts)
                .counts(after: answer.found[2...], kinds) != nil
        else { return nil }
        var changes = EtcdRecords(folders)
        try changes.append(answer)
        all.merge(changes)
        return all.news(RecordVersion(at: snapshot(answer.revision), origin, all.counts), isComplete: true)
    }
}

extension EtcdRecords {
    /// Decodes the answers of a copy; returns nil if one is damaged.
    fileprivate init?(_ folders: [EtcdFolder], of copy: EtcdCopy) {
        self.init(folders)
        let parts = concurrentMap(copy.answers.count) { number -> EtcdRecords? in
            let answer = copy.answers[number]
            guard answer.isWhole, let outcome = try? EtcdOutcome(answer.bytes) else { return nil }
            var part = EtcdRecords(folders)
            return (try? part.append(outcome)) == nil ? nil : part
        }
        for part in parts {
            guard let part else { return nil }
            append(part)
        }
    }
}

extension EtcdCopy.Unit {
    /// The latest unit of work that used the slot; nil if none did.
    fileprivate init?(_ slot: EtcdSlot) {
        guard let stamp = slot.stamps.first else { return nil }
        self.init(slot: slot.key, created: slot.created, revision: slot.modified, stamp: stamp)
    }
}

/// Other stores are on this machine.
extension RecordStore {
    public func lastSeen(_ kinds: [RecordKind]) async -> RecordNews? { nil }
}
