import Domain
import Storage
import StorageTestSupport
import TestSupport

/// What several clients will do with one library, and which faults they will meet. The same seed and engine make the same
/// plan, in each process.
struct Plan: Sendable {
    let engine: StorageEngine
    let seed: UInt64
    private(set) var steps: [Step] = []

    /// The number of the first steps, which fill the library one after the other. The others belong to clients that work
    /// at once.
    private(set) var preparations = 0

    struct Step: Sendable {
        let number: Int
        let client: Int
        let operation: Operation
        let fault: Fault?

        /// New entities get identifiers from this number on, so that each plan names them.
        var firstID: UInt64 { UInt64(number + 1) << 8 }
    }

    enum Operation: Sendable {
        case act(Action)
        case read
        case find(ISBN)
    }

    /// What the plan's clients believe the library to have: books and loans that other clients may have removed, or not yet
    /// made. It only makes up names; nothing is compared with it.
    private(set) var believed = PlainLibrary()

    init(_ engine: StorageEngine, seed: UInt64) {
        (self.engine, self.seed) = (engine, seed)
        var reader = Reader(seed: seed)
        for _ in 0..<3 { add(.act(.add(reader.draft(on: today))), by: 0) }
        addLoans()
        preparations = steps.count
        let clients = 3 + reader.number(4)
        let actions = reader.one(of: Self.themes)
        for _ in 0..<2 + reader.number(3) {
            for client in 0..<clients {
                let operation = operation(by: &reader, of: actions)
                let fault = reader.happens(6, in: 10) ? Fault(in: engine, by: &reader) : nil
                // An observer may be given what is then taken back.
                let isSpoilt = if case .failedSync = fault { isObserved } else { false }
                add(operation, by: client, isSpoilt ? nil : fault)
            }
        }
    }

    /// Whether an observer follows the library.
    var isObserved: Bool { seed.isMultiple(of: 2) }

    /// With these every history ends: a change that no other makes, and a read.
    var lastChange: Step {
        let draft = BookDraft(title: "The End", authors: ["Jane Austen"])
        return Step(number: steps.count, client: 0, operation: .act(.add(draft)), fault: nil)
    }
    var lastRead: Step { Step(number: steps.count + 1, client: 0, operation: .read, fault: nil) }

    /// The step of that number, one of the last two included.
    func step(_ number: Int) -> Step {
        number < steps.count ? steps[number] : number == steps.count ? lastChange : lastRead
    }

    /// The names of the only actions, or none for all. In few kinds of actions there is more that can meet.
    private static let themes: [Set<String>] = [
        [], [],
        ["add", "importing", "remove"],
        ["importing", "undo"],
        ["lend", "giveBack", "remove", "removePerson"],
        ["edit", "merge", "undo"],
    ]

    private mutating func operation(by reader: inout Reader, of actions: Set<String>) -> Operation {
        switch reader.number(10) {
        case 0, 1: return .read
        case 2: return reader.isbn().map { .find($0) } ?? .read
        default:
            while true {
                let action = reader.nextAction(with: believed, on: today)
                guard actions.isEmpty || actions.contains(action.name) else { continue }
                if let action = action.forSeveralClients { return .act(action) }
            }
        }
    }

    mutating func add(_ operation: Operation, by client: Int, _ fault: Fault? = nil) {
        let step = Step(number: steps.count, client: client, operation: operation, fault: fault)
        steps.append(step)
        if case .act(let action) = operation { believed.believe(action, number: step.firstID) }
    }
}

extension PlainLibrary {
    /// As if the action were not refused.
    fileprivate mutating func believe(_ action: Action, number: UInt64) {
        if let after = try? after(action, on: today, number: number) {
            // What is removed may still be there when the next client comes.
            books.merge(after.books) { $1 }
            people.merge(after.people) { $1 }
            loans.merge(after.loans) { $1 }
        }
    }
}

extension Action {
    /// Nil for what one program does alone.
    fileprivate var forSeveralClients: Action? {
        switch self {
        case .restore, .move: nil
        case .importOwnExport: nil
        // Without sources, no two rows can match the same book, whatever is in the library.
        case .importing(let rows, let updates): .importing(rows.map(\.withoutSources), updates: updates)
        default: self
        }
    }
}

extension Plan.Operation: CustomStringConvertible {
    var description: String {
        switch self {
        case .act(let action): "\(action.summary)"
        case .read: "read"
        case .find(let isbn): "find \(isbn)"
        }
    }
}
