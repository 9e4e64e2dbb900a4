/// Which features of this project can be taken out, and what belongs to each besides the folders of its name:
/// `features.txt`.
struct FeatureList {
    static let path = TemplateRoot.path + "features.txt"
    /// Where features have folders.
    private static let roots: [Substring] = ["Domain", "Data", "Presentation", "App", "Tests"]

    /// A part of a file that names several features.
    struct Part: Hashable {
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
        /// Nil if people take it out. Otherwise it goes by itself with the last of these features.
        var users: [String]?
        /// What names it in texts, such as its command. The names of its types are known from its files.
        var words: [String] = []
        /// Those of its types whose names mean something else, too, such as `View` in SwiftUI: they aren't looked for.
        var ambiguous: [String] = []
        /// Files, and folders whose path ends in a slash, that are only about it.
        var paths: [String] = []
        var parts: [Part] = []

        /// Whether a file is only about it: in a folder of its name, or listed.
        func owns(_ path: String) -> Bool {
            let folders = path.split(separator: "/").dropLast()
            return folders.contains(Substring(name)) && FeatureList.roots.contains(folders[0])
                && !path.hasPrefix(TemplateRoot.path)
                || paths.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
        }
    }

    private(set) var features: [Feature] = []
    /// The comment at the beginning. Others aren't kept.
    private let comment: String

    /// A title in brackets begins a feature. Below it, each line is "word" with a word, "ambiguous" with a type, or a path. If
    /// only parts of a file belong to the feature, they stand below its path, indented: each with its kind and its beginning.
    /// "only for" names the features that need it, if nobody else does.
    init(_ text: String) throws(Refusal) {
        let all = text.split(whereSeparator: \.isNewline).map { String($0) }
        comment = all.prefix { $0.hasPrefix("#") }.joined(separator: "\n")
        let lines = all.filter { !$0.hasPrefix("#") }
        var path: String?
        for (index, line) in lines.enumerated() {
            let last = features.count - 1
            if let title = line.wholeMatch(of: /\[(\w+)\]/)?.output.1, feature(String(title)) == nil {
                features.append(Feature(name: String(title)))
                path = nil
            } else if line.hasPrefix("[") {
                throw Self.refusal(line, "is no title, or there twice")
            } else if last < 0 {
                throw Self.refusal(line, "is above the first feature")
            } else if line.hasPrefix("only for ") {
                features[last].users = line.dropFirst(9).split(separator: ", ").map { String($0) }
            } else if line.hasPrefix("word ") {
                features[last].words.append(String(line.dropFirst(5)))
            } else if line.hasPrefix("ambiguous ") {
                features[last].ambiguous.append(String(line.dropFirst(10)))
            } else if line.hasPrefix(" ") {
                let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 1)
                guard let path, words.count == 2, let kind = Part.Kind(rawValue: String(words[0])) else {
                    throw Self.refusal(line, "has no path above it, or isn't a block, line or text")
                }
                features[last].parts.append(Part(path: path, kind: kind, text: String(words[1])))
            } else if line.hasPrefix("/") || line.split(separator: "/").contains("..") {
                throw Self.refusal(line, "is outside the project")
            } else {
                path = line
                let hasParts = index + 1 < lines.count && lines[index + 1].hasPrefix(" ")
                if !hasParts { features[last].paths.append(line) }
            }
        }
    }

    private static func refusal(_ line: String, _ problem: String) -> Refusal {
        Refusal("in \(path), \"\(line)\" \(problem)", "correct it", status: 1)
    }

    /// The features that people take out.
    var names: [String] { features.filter { $0.users == nil }.map(\.name) }

    func feature(_ name: String) -> Feature? { features.first { $0.name == name } }

    /// The list without a feature, and without what has gone with it from the others.
    mutating func remove(_ name: String, isGone: (String) -> Bool, lacks: (Part) -> Bool) {
        features.removeAll { $0.name == name }
        for index in features.indices {
            features[index].users?.removeAll { $0 == name }
            features[index].paths.removeAll(where: isGone)
            features[index].parts.removeAll(where: lacks)
        }
    }

    var text: String {
        var lines = [comment]
        for feature in features {
            lines += ["", "[\(feature.name)]"]
            if let users = feature.users { lines.append("only for " + users.joined(separator: ", ")) }
            lines += feature.words.map { "word \($0)" } + feature.ambiguous.map { "ambiguous \($0)" } + feature.paths
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
