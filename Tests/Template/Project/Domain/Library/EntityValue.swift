/// The value of a field. Its case is the kind of the field, which says how a value is read from a text and written.
public enum EntityValue: Hashable, Sendable {
    /// One line.
    case text(String?)
    case integer(Int?)
    case decimal(Double?)
    case flag(Bool?)
    case day(Day?)
    case choice(String?, of: [String])
    /// Names without semicolons, which separate them.
    case names([String])
    /// The identifier of an entity of that type.
    case reference(String?, to: ReferencedType)

    /// The value as one text; empty for none.
    public var text: String {
        switch self {
        case .text(let text), .choice(let text, _), .reference(let text, _): text ?? ""
        case .integer(let number): number.map { "\($0)" } ?? ""
        case .decimal(let number):
            number.map { $0 == $0.rounded() && $0.magnitude < 1e15 ? "\(Int($0))" : "\($0)" } ?? ""
        case .flag(let flag): flag.map { $0 ? "yes" : "no" } ?? ""
        case .day(let day): day?.description ?? ""
        case .names(let names): names.joined(separator: "; ")
        }
    }

    /// Whether it has several values, which are added and removed one by one.
    public var isList: Bool { if case .names = self { true } else { false } }

    /// What it refers to; nil unless it is a reference.
    public var target: ReferencedType? { if case .reference(_, let target) = self { target } else { nil } }

    /// No value of the same kind.
    public var empty: EntityValue {
        switch self {
        case .text: .text(nil)
        case .integer: .integer(nil)
        case .decimal: .decimal(nil)
        case .flag: .flag(nil)
        case .day: .day(nil)
        case .choice(_, let words): .choice(nil, of: words)
        case .names: .names([])
        case .reference(_, let target): .reference(nil, to: target)
        }
    }

    /// The value once these texts were entered: the last of them; names are added to those that are there. Throws
    /// `LibraryError.value`, also for a blank text.
    public func reading(_ texts: [String], today: Day, folding: TextFolding) throws(LibraryError) -> EntityValue {
        var value = self
        for text in texts { value = try value.reading(text.tidied, today, folding) }
        return value
    }

    private func reading(_ text: String, _ today: Day, _ folding: TextFolding) throws(LibraryError) -> EntityValue {
        if text.isEmpty { throw .value(.blank) }
        switch self {
        case .text: return .text(text)
        case .integer:
            guard let number = Int(text) else { throw .value(.notAWholeNumber) }
            return .integer(number)
        case .decimal:
            guard let number = Double(text), number.isFinite else { throw .value(.notANumber) }
            return .decimal(number)
        case .flag:
            guard let flag = ["yes": true, "true": true, "no": false, "false": false][text.lowercased()] else {
                throw .value(.notYesOrNo)
            }
            return .flag(flag)
        case .day: return .day(try ChosenDay(text).day(ifToday: today))
        case .choice(_, let words):
            guard words.contains(text.lowercased()) else { throw .value(.notOneOf(words)) }
            return .choice(text.lowercased(), of: words)
        case .names(let names): return .names(text.names.reduce(names) { $0.adding($1, folding) })
        case .reference(_, let target):
            guard let id = Identifier<Never>(text) else { throw .value(.notAnIdentifier) }
            return .reference("\(id)", to: target)
        }
    }

    /// Names without those of `text`, ignoring case and accents; no value for all other kinds.
    public func removing(_ text: String, folding: TextFolding) -> EntityValue {
        guard case .names(let names) = self else { return empty }
        let removed = text.names.map { folding($0) }
        return .names(names.filter { !removed.contains(folding($0)) })
    }

    /// This value after the change from one value to another. Names are added and removed one by one, so that those that
    /// others have added stay.
    public func repeating(changeFrom before: EntityValue, to after: EntityValue) -> EntityValue {
        if before == after { return self }
        guard case .names(let names) = self, case .names(let before) = before, case .names(let after) = after else {
            return after
        }
        let kept = names.filter { !before.contains($0) || after.contains($0) }
        return .names(kept + after.filter { !kept.contains($0) })
    }

    /// Whether repeating that change would replace what others have made of the value since. Names never do.
    public func conflicts(withChangeFrom before: EntityValue, to after: EntityValue) -> Bool {
        !isList && before != after && self != before && self != after
    }

    /// The value as it is stored: texts tidied, and nothing for a blank one.
    var tidied: EntityValue {
        switch self {
        case .text(let text): .text(text?.tidied.nonEmpty)
        case .names(let names): .names(names.flatMap(\.names).reduce([]) { $0.contains($1) ? $0 : $0 + [$1] })
        default: self
        }
    }
}

extension String {
    /// The names between semicolons.
    fileprivate var names: [String] { split(separator: ";").map { String($0).tidied }.filter { !$0.isEmpty } }
}

extension [String] {
    /// With that name, unless one of them is equal, ignoring case and accents.
    fileprivate func adding(_ name: String, _ folding: TextFolding) -> [String] {
        contains { folding($0) == folding(name) } ? self : self + [name]
    }
}
