import Data
import Domain
import TestSupport

extension Action {
    /// Carries out the action with the use cases that commands call. New entities get identifiers from `number` on. Returns
    /// what the use case answers besides success; empty for most. An action that isn't a use case does nothing.
    func carryOut(in library: StoredLibrary, on today: Day, number: UInt64) async throws -> String {
        let context = UseCaseContext(
            library: library.recording(name, hasSeveralUnits: name == "importing"), today: { today },
            randomBits: counter(after: number - 1), folding: folding)
        switch self {
        case .add(let draft): _ = try await AddBook(context)(draft)
        case .edit(let id, let entries):
            _ = try await EditBook(context)(id, chosen: Set(entries.map(\.field))) { draft throws(LibraryError) in
                for entry in entries { try draft.enter(entry, on: today) }
            }
        case .remove(let ids): _ = try await RemoveBooks(context)(ids)
        case .merge(let others, let id): _ = try await MergeBooks(context)(others, into: id)
        case .lend(let id, let name, let term):
            _ = try await LendBook(context, preferences: DefaultPreferences())([id], to: name, for: term)
        case .extend(let id, let term):
            _ = try await ExtendLoan(context, preferences: DefaultPreferences())([id], for: term)
        case .giveBack(let id): _ = try await ReturnBook(context)([id])
        case .rename(let name, let newName): _ = try await RenameBorrower(context)(name, to: newName)
        case .removePerson(let name): _ = try await RemoveBorrower(context)(name)
        case .importing(let books, let updates): return try await importing(books, updates: updates, context)
        case .undo:
            guard let last = try await library.lastCommand() else { throw NothingToUndo() }
            try await library.undo(last) { _ in }
        case .importOwnExport, .restore, .move: break
        }
        return ""
    }
}

/// No command was recorded, so `undo` is refused.
struct NothingToUndo: Error, CustomStringConvertible {
    let description = "nothing to undo"
}

extension BookDraft {
    /// As options of the program do.
    fileprivate mutating func enter(_ entry: Entry, on today: Day) throws(LibraryError) {
        switch entry {
        case .set(let field, let text):
            self[field] = try field.kind.reading([text], in: self[field], today: today, folding: folding)
        case .takeOff(let shelf):
            self[.shelves] = try BookField.shelves.kind.removing(shelf, from: self[.shelves], folding: folding)
        case .empty(let field): self[field] = field.initial
        }
    }
}
