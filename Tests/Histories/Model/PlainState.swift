import Domain

/// The library and its last command, as the plain model has them.
struct PlainState {
    var library = PlainLibrary()
    /// What undoing the last command finds, and what it leaves.
    var last: (name: String, now: PlainLibrary, then: PlainLibrary)?
    /// The backup of an earlier day.
    var kept = PlainLibrary()

    func after(_ action: Action, on today: Day, number: UInt64 = 0) throws(Refusal) -> PlainState {
        var after = self
        switch action {
        case .undo:
            guard let (name, now, then) = last else { throw Refusal("nothing") }
            after.library = try library.undoing(from: now, to: then)
            after.last = (name, then, now)
        case .restore:
            guard library.isPart(of: kept) else { throw Refusal("otherRecord") }
            after.change(to: kept, by: action)
        case .move:
            (after.library, after.last, after.kept) = (PlainLibrary(), nil, library)
            after.change(to: library, by: action)
        default: after.change(to: try library.after(action, on: today, number: number), by: action)
        }
        return after
    }

    private mutating func change(to after: PlainLibrary, by action: Action) {
        if after != library { last = (action.name, after, library) }
        library = after
    }
}

extension PlainLibrary {
    func isPart(of other: PlainLibrary) -> Bool {
        books.allSatisfy { other.books[$0] == $1 } && people.allSatisfy { other.people[$0] == $1 }
            && loans.allSatisfy { other.loans[$0] == $1 }
    }

    func undoing(from now: PlainLibrary, to then: PlainLibrary) throws(Refusal) -> PlainLibrary {
        var undone = self
        undone.books = try replaced(books, now.books, then.books)
        undone.people = try replaced(people, now.people, then.people)
        undone.loans = try replaced(loans, now.loans, then.loans)
        if !undone.isAllowed { throw Refusal("UndoError") }
        return undone
    }

    private func replaced<ID, Value: Equatable>(
        _ values: [ID: Value], _ now: [ID: Value], _ then: [ID: Value]
    ) throws(Refusal) -> [ID: Value] {
        var values = values
        for id in Set(now.keys).union(then.keys) where now[id] != then[id] {
            if values[id] != now[id] { throw Refusal("changedSince") }
            values[id] = then[id]
        }
        return values
    }

    /// The entities that differ, as `undo` names what it does to each of them.
    func effects(to other: PlainLibrary) -> Set<String> {
        effects("books", books, other.books)
            .union(effects("borrowers", people, other.people))
            .union(effects("loans", loans, other.loans))
    }

    private func effects<ID, Value: Equatable>(_ kind: String, _ now: [ID: Value], _ then: [ID: Value]) -> Set<String> {
        let ids = Set(now.keys).union(then.keys).filter { now[$0] != then[$0] }
        return Set(ids.map { "\(kind) \($0) \(then[$0] == nil ? "removed" : now[$0] == nil ? "restored" : "changed")" })
    }
}
