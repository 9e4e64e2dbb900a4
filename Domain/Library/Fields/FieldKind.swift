/// What a field takes: how its value is read from text, and with which error, and what a change of the value means.
public struct FieldKind: Sendable {
    public enum Form: Hashable, Sendable {
        /// One line of text.
        case line
        /// Text of one or more lines.
        case lines
        case number(ClosedRange<Int>)
        case decimal
        /// Set or not.
        case flag
        case day
        /// One of these words.
        case choice([String])
        /// Names that are added and removed one by one. Names that differ only in case and accents are one.
        case names
        /// Names whose order matters, so they are entered all at once.
        case orderedNames
        /// Texts that are added, replaced and removed by name.
        case namedTexts
        /// Names such as `source:name`, which nobody enters. Merging adds them; they are removed by their source.
        case identifiers
        /// The identifier of an entity of that type.
        case reference(ReferencedType)
    }

    public let form: Form
    private let read: (@Sendable (String) throws(LibraryError) -> FieldValue)?

    /// `read` is for a value of one's own, with a text form and an error of its own; the value must be one of the form.
    /// It isn't used for names.
    public init(_ form: Form, read: (@Sendable (String) throws(LibraryError) -> FieldValue)? = nil) {
        (self.form, self.read) = (form, read)
    }

    /// A field that refers to entities of that type.
    public static func reference(to type: any NamedEntity.Type) -> FieldKind {
        FieldKind(.reference(ReferencedType(type)))
    }

    /// Any whole number.
    public static let anyNumber = FieldKind(.number(.min ... .max))

    /// Whether there may be several values, which are given one by one.
    public var isList: Bool { [.names, .orderedNames, .namedTexts, .identifiers].contains(form) }

    /// Whether words are looked for in the values: there are other conditions for the others.
    public var isSearched: Bool { isList || form == .line || form == .lines }

    /// The text as a value of one's own has it, if it is one.
    func searched(_ text: String) -> String { (try? read?(text)).map(\.text) ?? text }

    /// The numbers that it takes, if there are few enough to choose from.
    public var fewNumbers: ClosedRange<Int>? {
        guard case .number(let allowed) = form else { return nil }
        let (distance, isTooFar) = allowed.upperBound.subtractingReportingOverflow(allowed.lowerBound)
        return isTooFar || distance >= 10 ? nil : allowed
    }
}

// MARK: - Entering

extension FieldKind {
    /// `value` once these texts were entered: the last of them, or all where there can be several. Throws `LibraryError.value` and the errors of a value of one's own.
    public func reading(
        _ texts: [String], in value: FieldValue, today: Day, folding: TextFolding
    ) throws(LibraryError) -> FieldValue {
        var value = form == .orderedNames && !texts.isEmpty ? .names([]) : value
        for text in texts { value = try reading(text, in: value, today, folding) }
        return value
    }

    private func reading(
        _ text: String, in value: FieldValue, _ today: Day, _ folding: TextFolding
    ) throws(LibraryError) -> FieldValue {
        let new = try read?(text)
        switch (form, value) {
        case (.line, _), (.lines, _): return new ?? text.fieldValue
        case (.number(let allowed), _):
            guard !text.hasPrefix("+"), let number = Int(text), allowed.contains(number) else {
                throw .value(.notInRange(allowed))
            }
            return new ?? .number(number)
        case (.decimal, _):
            guard let number = Double(text), number.isFinite else { throw .value(.notANumber) }
            return .decimal(number)
        case (.flag, _):
            guard let flag = ["": true, "yes": true, "true": true, "no": false, "false": false][text.lowercased()]
            else {
                throw .value(.notYesOrNo)
            }
            return .flag(flag)
        case (.day, _): return .day(try ChosenDay(text).day(ifToday: today))
        case (.choice(let words), _):
            guard words.contains(text.lowercased()) else { throw .value(.notOneOf(words)) }
            return .text(text.lowercased())
        case (.names, .names(let names)): return .names(names.adding(try name(text), folding))
        case (.orderedNames, .names(let names)), (.identifiers, .names(let names)): return .names(names + [text])
        case (.namedTexts, .namedTexts(var texts)):
            guard case .namedTexts(let new) = new else { throw .value(.notAName) }
            for text in new.all { texts[text.name] = text.text }
            return .namedTexts(texts)
        case (.reference, _):
            guard let id = Identifier<Never>(text) else { throw .value(.notAnIdentifier) }
            return id.fieldValue
        case (.names, _), (.orderedNames, _), (.namedTexts, _), (.identifiers, _): return value
        }
    }

    /// `value` without the entry of that name, or without the names of that source, ignoring case and accents. Throws
    /// `ValueError.blank`, and `.notAName` for what can't be one.
    public func removing(
        _ text: String, from value: FieldValue, folding: TextFolding
    ) throws(LibraryError) -> FieldValue {
        switch (form, value) {
        case (.names, .names(let names)):
            let removed = folding(try name(text))
            return .names(names.filter { folding($0) != removed })
        case (.namedTexts, .namedTexts(var texts)):
            guard let name = TextName(text) else { throw .value(.notAName) }
            texts[name] = nil
            return .namedTexts(texts)
        case (.identifiers, .names(let names)):
            let source = try name(text).lowercased()
            return .names(names.filter { !$0.lowercased().hasPrefix("\(source):") })
        default: return value
        }
    }

    private func name(_ text: String) throws(LibraryError) -> String {
        if text.isBlank { throw .value(.blank) }
        return text.tidied
    }
}

extension FieldKind {
    /// The value as it is stored: texts without white space at their ends, and nothing for what is blank. Names are each
    /// there once.
    public func tidied(_ value: FieldValue) -> FieldValue {
        switch value {
        case .text(let text): (form == .lines ? text.tidiedLines : text.tidied).fieldValue
        case .names(let names): .names(names.tidiedNames)
        default: value
        }
    }
}

// MARK: - Changes

extension FieldKind {
    /// `value` after the change from one value to another. Names and named texts are added and removed one by one, so that
    /// those that others have added stay.
    public func repeating(changeFrom before: FieldValue, to after: FieldValue, in value: FieldValue) -> FieldValue {
        switch (value, before, after) {
        case _ where before == after: return value
        case (.names(let names), .names(let before), .names(let after)) where form == .names:
            let kept = names.filter { !before.contains($0) || after.contains($0) }
            let names = kept + after.filter { !before.contains($0) }
            // In their new order, around the others.
            var inOrder = after.filter(names.contains).makeIterator()
            return .names(names.map { after.contains($0) ? inOrder.next() ?? $0 : $0 })
        case (.namedTexts(var texts), .namedTexts(let before), .namedTexts(let after)):
            for name in (before.all + after.all).map(\.name) where before[name] != after[name] {
                texts[name] = after[name]
            }
            return .namedTexts(texts)
        default: return after
        }
    }

    /// Whether repeating that change would replace what others have made of the value since. Names never do: they are added
    /// and removed one by one.
    public func conflicts(withChangeFrom before: FieldValue, to after: FieldValue, now: FieldValue) -> Bool {
        switch (now, before, after) {
        case _ where form == .names: false
        case (.namedTexts(let texts), .namedTexts(let before), .namedTexts(let after)):
            (before.all + after.all).map(\.name).contains { name in
                let (now, before, after) = (texts[name], before[name], after[name])
                return before != after && now != before && now != after
            }
        default: before != after && now != before && now != after
        }
    }

    /// `value`, replaced by a newer one unless that is empty. Names and identifiers are only added.
    func merging(_ newer: FieldValue, into value: FieldValue, _ folding: TextFolding) -> FieldValue {
        guard case .names(let names) = value, case .names(let others) = newer, form != .orderedNames else {
            return newer.text.isEmpty ? value : newer
        }
        return .names(
            form == .names
                ? others.reduce(names) { $0.adding($1, folding) } : names + others.filter { !names.contains($0) })
    }
}

extension [String] {
    /// With that name, unless one of them is equal, ignoring case and accents.
    fileprivate func adding(_ name: String, _ folding: TextFolding) -> [String] {
        contains { folding($0) == folding(name) } ? self : self + [name]
    }
}
