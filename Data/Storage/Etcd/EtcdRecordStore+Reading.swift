public import Domain

/// All keys of a part of a library at one moment.
struct EtcdPart: Sendable {
    private(set) var tables = EtcdTables()
    private(set) var keys = 0
    /// When one of them was written last.
    private(set) var modified: Int64 = 0
    private(set) var answers: [[UInt8]] = []

    /// Adds what the cluster says of the keys that come next.
    mutating func append(_ answer: EtcdOutcome, _ layout: EtcdLayout) throws(StoreError) {
        for found in answer.found {
            tables.append(try EtcdTables(found.entries, layout))
            keys += found.entries.count
            modified = found.entries.reduce(modified) { max($0, $1.modified) }
        }
        answers.append(answer.bytes)
    }

    /// Adds what comes after it.
    mutating func append(_ next: EtcdPart) {
        tables.append(next.tables)
        keys += next.keys
        modified = max(modified, next.modified)
        answers += next.answers
    }
}

extension EtcdLibrary {
    public func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await present().tables.snapshot
    }

    /// Everything the cluster holds now, and the revision that is.
    func present() async throws(LibraryError) -> (tables: EtcdTables, revision: Int64) {
        if let copy = copyFile?.load(), let present = try await present(by: copy) { return present }
        while true {
            let (moment, unit) = try await presentMoment()
            do throws(LibraryError) {
                let all = try await sideBySide(layout.partsOfEntities) { range in
                    do throws(LibraryError) {
                        return .success(try await moment.part(range))
                    } catch {
                        return .failure(error)
                    }
                }
                // What other programs have written after it is in no copy: there is no telling from when that is.
                if let unit, all.modified <= unit.revision {
                    copyFile?.save(all.answers, with: all.keys, after: unit)
                }
                return (all.tables, moment.revision)
            } catch {
                // Somebody compacted in the meantime.
                guard moment.isForgotten else { throw error }
            }
        }
    }

    /// The moment that is now, and the latest unit of work.
    private func presentMoment() async throws(LibraryError) -> (EtcdMoment, EtcdCopy.Unit?) {
        let outcome = try await asking { () async throws(EtcdError) in
            try await gateway.read([EtcdRead(.key(layout.format)), EtcdRead(layout.units)])
        }
        try check(outcome.found[0].entries.first)
        let latest = outcome.found[1].entries.max { $0.modified < $1.modified }
        return (moment(outcome.revision), latest.flatMap { EtcdCopy.Unit($0) })
    }

    /// The same, where only what has changed since the copy must be asked for; otherwise nil.
    private func present(
        by copy: EtcdCopy
    ) async throws(LibraryError) -> (tables: EtcdTables, revision: Int64)? {
        // Read while the cluster looks for the changes.
        async let known = try? sideBySide(copy.answers) { answer in
            Result { () throws(LibraryError) in try EtcdPart(answer, self.layout) }
        }
        guard let changes = try await changes(since: copy), var tables = await known?.tables else { return nil }
        do throws(StoreError) {
            try tables.apply(changes.entries.map { EtcdNews.Event(entry: $0) }, layout)
        } catch {
            throw .store(error)
        }
        return (tables, changes.revision)
    }

    /// What was written since; nil where that is much, where something was deleted, where another unit of work has written
    /// in the same slot, and where the copy is of another library.
    private func changes(
        since copy: EtcdCopy
    ) async throws(LibraryError) -> (entries: [EtcdKeyValue], revision: Int64)? {
        // Another library in the same cluster has slots, too.
        guard copy.unit.slot.utf8.starts(with: layout.units.start.utf8) else { return nil }
        var read = EtcdRead(layout.entities)
        read.leastRevision = copy.unit.revision + 1
        read.limit = 500
        let outcome = try await asking { () async throws(EtcdError) in
            try await gateway.read([EtcdRead(.key(copy.unit.slot)), read])
        }
        guard let slot = outcome.found[0].entries.first, EtcdCopy.Unit(slot) == copy.unit else { return nil }
        let found = outcome.found[1]
        guard found.lacksNothing(of: copy.keys, since: copy.unit.revision) else { return nil }
        return (found.entries, outcome.revision)
    }

    /// What `part` makes of each of `values`, put together in their order.
    ///
    /// It returns its errors, because Swift 6.3 puts what a throwing function returns in the place of the number.
    private func sideBySide<Value: Sendable>(
        _ values: [Value], _ part: @escaping @Sendable (Value) async -> Result<EtcdPart, LibraryError>
    ) async throws(LibraryError) -> EtcdPart {
        let results = await withTaskGroup(of: (Int, Result<EtcdPart, LibraryError>).self) { group in
            for (number, value) in values.enumerated() {
                group.addTask { @concurrent in (number, await part(value)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var all = EtcdPart()
        for (_, result) in results.sorted(by: { $0.key < $1.key }) { all.append(try result.get()) }
        return all
    }
}

extension EtcdPart {
    /// Reads an answer again. Throws where it can't be read.
    fileprivate init(_ answer: EtcdCopy.Answer, _ layout: EtcdLayout) throws(LibraryError) {
        guard answer.isWhole, let outcome = try? EtcdOutcome(answer.bytes), (try? append(outcome, layout)) != nil else {
            throw .store(.damaged(place: layout.place, line: nil, reason: "the copy can't be read"))
        }
    }
}

extension EtcdCopy.Unit {
    /// The latest unit of work that wrote there; nil where none did.
    fileprivate init?(_ slot: EtcdKeyValue) {
        guard let stamp = EtcdUnit.stamps(in: slot).first else { return nil }
        self.init(slot: slot.key, created: slot.created, revision: slot.modified, stamp: stamp)
    }
}
