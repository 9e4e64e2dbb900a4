/// Conditions among the words of a text, such as `color:red lamp`. Each sets what the option of that name sets; a flag is
/// written `is:bright`. Quote a value with spaces, and a plain word that contains a colon.
struct Conditions<Root> {
    /// The conditions by the names before their colons, in their order.
    let all: [OptionSyntax<Root>]

    init(_ options: [OptionSyntax<Root>]) {
        let flags = options.filter { $0.valueName == nil }
        let names = flags.map(\.name)
        let flag = OptionSyntax<Root>(
            name: "is", valueName: "<word>", summary: "", completion: .words(names)
        ) { root, text throws(BadValue) in
            guard let flag = flags.first(where: { $0.name == text.lowercased() }) else {
                throw BadValue(expected: names.alternatives)
            }
            try flag.set(&root, "")
        }
        all = options.filter { $0.valueName != nil } + (flags.isEmpty ? [] : [flag])
    }

    struct Reading {
        /// The words that are no conditions.
        var words: [String] = []
        /// Names before a colon that no condition has.
        var unknown: [String] = []
        /// Why the first condition with a bad value has no effect.
        var problem: BadValue?
        /// The same as a sentence.
        var complaint: String?
    }

    /// Sets what the conditions say.
    func read(_ text: String, into root: inout Root) -> Reading {
        var reading = Reading()
        for part in text.conditionParts {
            guard let name = part.name else {
                if !part.value.isEmpty { reading.words.append(part.value) }
                continue
            }
            guard let condition = all.first(where: { $0.name == name }) else {
                reading.unknown.append(name)
                reading.words.append("\(name):\(part.value)")
                continue
            }
            do throws(BadValue) {
                try condition.set(&root, part.value)
            } catch {
                if reading.problem != nil { continue }
                reading.problem = BadValue(expected: "\(name): with \(error.expected)")
                reading.complaint = "\(name): takes \(error.expected)."
            }
        }
        return reading
    }
}

extension Conditions {
    /// The condition that an unknown name before a colon may be meant for, with its colon; nil if none is like it.
    func suggestion(for unknown: String) -> String? {
        App.suggestion(for: unknown + ":", among: all.map { $0.name + ":" })
    }

    /// The text with its last part completed as far as it can mean only one thing; nil if there is nothing to complete. A
    /// name counts from two letters on, since it may be a word. Before a letter of a value, that is the first one; and if
    /// none begins with what is typed, the only one that has another word beginning so. `names` are the values that only a
    /// library knows, by the names of conditions.
    func completed(_ text: String, names: (String) -> [String] = { _ in [] }) -> String? {
        guard let part = text.conditionParts.last, part.name != nil || !text[part.start...].hasPrefix("\"") else {
            return nil
        }
        let typed = part.value.lowercased()
        var candidates = all.map { $0.name + ":" }
        if let name = part.name {
            if case .words(let words, _) = all.first(where: { $0.name == name })?.completion {
                candidates = words().map(\.text)
            } else {
                candidates = names(name)
            }
        } else if typed.count < 2 {
            return nil
        }
        let sign = typed.prefix { part.name != nil && "<>".contains($0) }
        if !sign.isEmpty { candidates = candidates.filter { $0 != "none" }.map { sign + $0 } }
        var found = candidates.filter { $0.lowercased().hasPrefix(typed) }
        if part.name != nil, typed == sign { found = Array(found.prefix(1)) }
        if part.name != nil, found.isEmpty {
            found = candidates.filter { $0.lowercased().contains(" \(typed)") }
            if found.count > 1 { return nil }
        }
        guard let first = found.first else { return nil }
        let common = found.dropFirst().reduce(first) {
            String(zip($0, $1).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
        }
        if common.count <= typed.count { return nil }
        // A value that can still become another one stays open.
        let isWhole = found.allSatisfy { $0 == common }
        return text[..<part.start] + (common.contains(" ") ? "\"\(common)\(isWhole ? "\"" : "")" : common)
    }
}

extension OptionSyntax {
    /// An option that takes words with conditions among them. `add` takes the words.
    static func words(
        _ name: String, _ conditions: Conditions<Root>, _ summary: String, add: @escaping (inout Root, String) -> Void
    ) -> Self {
        let completions = Dictionary(conditions.all.map { ($0.name, $0.completion) }) { first, _ in first }
        return Self(
            name: name, valueName: "<words>", summary: summary, completion: .conditions(completions)
        ) { root, text throws(BadValue) in
            let reading = conditions.read(text, into: &root)
            if text.conditionParts.last?.isUnclosed == true { throw BadValue(expected: "quotation marks in pairs") }
            if let unknown = reading.unknown.first {
                let names = conditions.all.map { $0.name + ":" }
                let meant = conditions.suggestion(for: unknown).map { "; did you mean \($0)?" }
                throw BadValue(
                    expected: "\(names.alternatives), and other words with a colon in quotation marks\(meant ?? "")")
            }
            if let problem = reading.problem { throw problem }
            add(&root, reading.words.joined(separator: " "))
        }
    }
}

/// A part of a text with conditions: a word, or what stands in quotes, with the name before its colon.
struct ConditionPart: Equatable {
    var name: String?
    var value = ""
    /// Whether it ends before its second quotation mark.
    var isUnclosed = false
    /// Where the value begins, or the quotation mark before it.
    var start: String.Index
}

extension String {
    /// The parts between spaces; the last may be empty. An unclosed quotation mark reaches to the end.
    var conditionParts: [ConditionPart] {
        var parts = [ConditionPart(start: startIndex)]
        var (isQuoted, wasQuoted) = (false, false)
        for (index, character) in zip(indices, self) {
            let part = parts[parts.count - 1]
            if character == "\"", isQuoted || part.value.isEmpty {
                (isQuoted, wasQuoted) = (!isQuoted, true)
            } else if character.isWhitespace, !isQuoted {
                parts.append(ConditionPart(start: self.index(after: index)))
                wasQuoted = false
            } else if character == ":", part.name == nil, !wasQuoted, part.value.first?.isLetter == true,
                part.value.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
            {
                parts[parts.count - 1] = ConditionPart(name: part.value.lowercased(), start: self.index(after: index))
            } else {
                parts[parts.count - 1].value.append(character)
            }
        }
        parts[parts.count - 1].isUnclosed = isQuoted
        return parts
    }
}
