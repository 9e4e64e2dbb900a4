/// Which features of this project can be taken out, and what belongs to each besides the folders of its name:
/// `features.txt`.
struct FeatureList {
    static let path = TemplateRoot.path + "features.txt"

    /// A part of a file that names several features.
    struct Part {
        let path: String
        let kind: Kind
        /// How its line begins, or the words.
        let text: String

        enum Kind: String, CaseIterable {
            /// The only line that begins so, with what belongs to it, or without.
            case block, line
            /// Words, wherever they are.
            case text
        }

        func removed(from text: String) -> String? {
            switch kind {
            case .block: text.removingBlock(self.text, isMarkdown: path.hasSuffix(".md"))
            case .line: text.removingLine(self.text)
            case .text: text.removingText(self.text)
            }
        }
    }

    struct Feature {
        let name: String
        /// What names it in texts, such as its command. The names of its types are known from its files.
        var words: [String] = []
        /// Files, and folders whose path ends in a slash, that are only about it.
        var paths: [String] = []
        var parts: [Part] = []
    }

    private(set) var features: [Feature] = []
    private let comment: String

    /// A title in brackets begins a feature. Below it, "word" and a path at the beginning of a line; below the path of a
    /// file of which only parts belong to the feature, the kind and the beginning of each part.
    init(_ text: String) throws(Refusal) {
        let lines = text.split(separator: "\n").map { String($0) }
        comment = lines.prefix { $0.hasPrefix("#") }.joined(separator: "\n")
        var path = ""
        for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                features.append(Feature(name: String(line.dropFirst().dropLast())))
                continue
            }
            guard !features.isEmpty else { throw Refusal("\(Self.path): \(line)", "name a feature first", status: 1) }
            let last = features.count - 1
            if line.hasPrefix("word ") {
                features[last].words.append(String(line.dropFirst(5)))
            } else if line.hasPrefix("    ") {
                let words = line.dropFirst(4).split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                guard let kind = words.first.flatMap({ Part.Kind(rawValue: String($0)) }), words.count > 1 else {
                    throw Refusal("\(Self.path): \(line)", "write block, line or text first", status: 1)
                }
                features[last].parts.append(Part(path: path, kind: kind, text: String(words[1])))
            } else {
                path = line
                let hasParts = index + 1 < lines.count && lines[index + 1].hasPrefix(" ")
                if !hasParts { features[last].paths.append(line) }
            }
        }
    }

    func feature(_ name: String) -> Feature? { features.first { $0.name == name } }

    /// The list without a feature, and without what has gone with it from the others.
    mutating func remove(_ name: String, isThere: (String) -> Bool, hasPart: (Part) -> Bool) {
        features.removeAll { $0.name == name }
        for index in features.indices {
            features[index].paths.removeAll { !isThere($0) }
            features[index].parts.removeAll { !hasPart($0) }
        }
    }

    var text: String {
        var lines = [comment]
        for feature in features {
            lines += ["", "[\(feature.name)]"] + feature.words.map { "word \($0)" } + feature.paths
            var path = ""
            for part in feature.parts {
                if part.path != path { lines.append(part.path) }
                path = part.path
                lines.append("    \(part.kind.rawValue) \(part.text)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
