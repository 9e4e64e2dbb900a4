import Domain

/// A unit of work on a cluster: reads of one moment, and a transaction that holds only if what was read is still so.
struct EtcdUnit: Sendable {
    let moment: EtcdMoment
    private let books: EtcdSource<Book>
    private let borrowers: EtcdSource<Borrower>
    private let loans: EtcdSource<Loan>
    /// The transaction writes its stamp there. It can therefore be sent twice and is carried out once, and whoever did
    /// not hear the answer finds out whether it was.
    private let slot: String
    private let slotBefore: EtcdKeyValue?
    private let formatBefore: EtcdKeyValue?
    private let stamp: String

    /// How many units a slot remembers.
    private static let memory = 16
    /// As many conditions as a transaction should have; etcd allows 128.
    private static let mostConditions = 100

    init(
        moment: EtcdMoment, mirrors: EtcdMirrors, slot: String, slotBefore: EtcdKeyValue?, formatBefore: EtcdKeyValue?,
        stamp: String
    ) {
        self.moment = moment
        books = EtcdSource(moment.layout.books, mirrors.books, at: moment)
        borrowers = EtcdSource(moment.layout.borrowers, mirrors.borrowers, at: moment)
        loans = EtcdSource(moment.layout.loans, mirrors.loans, at: moment)
        self.slot = slot
        self.slotBefore = slotBefore
        self.formatBefore = formatBefore
        self.stamp = stamp
    }

    var sources: LibrarySources {
        LibrarySources(books: books, borrowers: borrowers, loans: loans)
    }

    /// What carries out those changes; nil where they change nothing.
    func transaction(for changes: LibraryChanges) async throws(LibraryError) -> EtcdTransaction? {
        var transaction = EtcdTransaction()
        transaction.changes =
            try await books.changes(for: changes.books) + borrowers.changes(for: changes.borrowers)
            + loans.changes(for: changes.loans)
        if transaction.changes.isEmpty { return nil }
        transaction.conditions = books.conditions() + borrowers.conditions() + loans.conditions()
        if transaction.conditions.count > Self.mostConditions {
            transaction.conditions =
                books.conditions(coarse: true) + borrowers.conditions(coarse: true) + loans.conditions(coarse: true)
        }
        transaction.conditions += [
            .modified(slot, at: slotBefore?.modified ?? 0),
            .modified(moment.layout.format, at: formatBefore?.modified ?? 0),
        ]
        transaction.changes.append(.put(slot, Self.slotValue([stamp] + Self.stamps(in: slotBefore))))
        if formatBefore == nil { transaction.changes.append(.put(moment.layout.format, moment.layout.formatValue)) }
        return transaction
    }

    /// Takes the place of the transaction: where this is carried out, that will never be.
    var barrier: EtcdTransaction {
        EtcdTransaction(
            conditions: [.modified(slot, at: slotBefore?.modified ?? 0)],
            changes: [.put(slot, Self.slotValue(["instead of \(stamp)"] + Self.stamps(in: slotBefore)))])
    }

    /// What became of the transaction, by what lies in its slot now.
    func fate(slotNow: EtcdKeyValue?) -> Fate {
        if slotNow?.modified == slotBefore?.modified { return .notYetCarriedOut }
        let stamps = Self.stamps(in: slotNow)
        if stamps.contains(stamp) { return .carriedOut }
        // Of those that wrote after us the oldest must have found what we had found.
        guard let before = Self.stamps(in: slotBefore).first else {
            return stamps.count < Self.memory ? .neverWillBe : .forgotten
        }
        return stamps.contains(before) ? .neverWillBe : .forgotten
    }

    enum Fate {
        case carriedOut
        /// It was not, but may still be on its way.
        case notYetCarriedOut
        /// Another unit was faster, so the conditions don't hold any more.
        case neverWillBe
        /// Too many others have written there since.
        case forgotten
    }

    var slotRange: EtcdRange { .key(slot) }

    private static func slotValue(_ stamps: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            for stamp in stamps.prefix(memory) { writer.string(stamp) }
        }
        return writer.bytes
    }

    /// Who wrote there, the latest first.
    static func stamps(in slot: EtcdKeyValue?) -> [String] {
        guard let slot else { return [] }
        // What is no list of ours is the same as nothing.
        return (try? JSONScanner.scan(slot.value) { scanner throws(JSONError) in try scanner.strings() }) ?? []
    }
}

/// What a library has read of its cluster.
struct EtcdMirrors: Sendable {
    let books: EtcdMirror<Book>
    let borrowers: EtcdMirror<Borrower>
    let loans: EtcdMirror<Loan>

    init(_ layout: EtcdLayout) {
        books = EtcdMirror(layout.books)
        borrowers = EtcdMirror(layout.borrowers)
        loans = EtcdMirror(layout.loans)
    }
}
