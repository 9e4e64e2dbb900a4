import Foundation

/// Takes a feature of this project out of it: its files, and the parts of others that name it.
struct Removal {
    private let folder: Folder
    private(set) var list: FeatureList
    /// The files that are gone, and the new texts of others.
    private(set) var gone: Set<String> = []
    private(set) var changed: [String: ProjectFile] = [:]
    /// What is removed, for people.
    private(set) var lines: [String] = []

    init(in folder: Folder) throws(Refusal) {
        self.folder = folder
        list = try FeatureList(try folder.read(FeatureList.path).text)
    }

    /// Also removes what only this feature still needed.
    mutating func remove(_ name: String) throws(Refusal) {
        guard let feature = list.feature(name), feature.users == nil else {
            let known = list.names.joined(separator: ", ")
            throw Refusal(
                "there is no feature \(name) to take out, or no longer",
                known.isEmpty ? "none is left" : "use one of \(known)", status: 1)
        }
        try remove(feature)
        while let unneeded = list.features.first(where: { $0.users == [] }) { try remove(unneeded) }
    }

    /// Throws, and says where, unless everything that the list names is there, and nothing else names the feature.
    private mutating func remove(_ feature: FeatureList.Feature) throws(Refusal) {
        let name = feature.name
        let all = folder.files(in: "").filter { !gone.contains($0) }
        let own = all.filter(feature.owns)
        var problems = feature.paths.filter { path in !all.contains { $0.hasPrefix(path) } }.map { "\($0) is missing" }
        if own.isEmpty { problems.append("it has no files") }
        // What others have now. An entry that is wrong already stays, so that it is found.
        let others = list.features.filter { $0.name != name }
        let otherParts = Set(others.flatMap(\.parts).filter(has))
        let otherPaths = Set(others.flatMap(\.paths).filter { path in all.contains { $0.hasPrefix(path) } })
        gone.formUnion(own)
        for part in feature.parts {
            guard !gone.contains(part.path), var file = try? file(part.path) else {
                problems.append("\(part.path) is missing, or no text in UTF-8")
                continue
            }
            if let text = part.removed(from: file.text) {
                file.text = text
                changed[part.path] = file
            } else {
                problems.append("\(part.path) lacks this \(part.kind), or has several: \(part.text)")
            }
        }
        for path in all where path.hasSuffix(".patch") && !gone.contains(path) {
            guard var file = try? file(path), let text = file.text.removingDiffs(of: gone) else { continue }
            file.text = text
            changed[path] = file
            lines.append("\(path): what it changes in these files")
        }
        lines += own + feature.parts.map { "\($0.path): \($0.text)" }
        let rest = all.filter { !gone.contains($0) && $0 != FeatureList.path }
        problems += try uses(of: feature, declared: own, in: rest)
        guard problems.isEmpty else {
            let shown = problems.prefix(40).joined(separator: "\n  ") + (problems.count > 40 ? "\n  …" : "")
            throw Refusal(
                "\(name) can't be taken out", "correct \(FeatureList.path), or what you have changed:\n  " + shown,
                status: 1)
        }
        let left = self
        list.remove(name) { path in
            otherPaths.contains(path) && !rest.contains { $0.hasPrefix(path) }
        } lacks: { part in
            otherParts.contains(part) && !left.has(part)
        }
        changed[FeatureList.path] = ProjectFile(path: FeatureList.path, text: list.text)
    }

    /// Corrects the sizes that pages state, where something has gone. What is left decides, so the order of removals doesn't.
    mutating func correctSizes() {
        let all = folder.files(in: "")
        let sources = all.filter { $0.hasSuffix(".swift") }
        for page in all where page.hasSuffix(".md") && !gone.contains(page) {
            guard var file = try? file(page) else { continue }
            let text = file.text.replacing(/`([\w\/.]+)`([^`()]*\(|,\s)([\d,]+)(?=\slines)/) { match in
                let path = String(match.1)
                let whole = all.contains { $0.hasPrefix(path) } ? path : page.prefix { $0 != "/" } + "/" + path
                let parts = sources.filter { $0.hasPrefix(whole) }
                guard parts.contains(where: { gone.contains($0) || changed[$0] != nil }) else { return match.output.0 }
                let lines = parts.reduce(0) { lines, path in
                    let text = gone.contains(path) ? "" : (try? self.file(path))?.text ?? ""
                    return lines + text.utf8.count { $0 == UInt8(ascii: "\n") }
                }
                let number = lines < 200 ? lines : (lines + 5) / 10 * 10
                let hundreds = "\(number % 1000 + 1000)".dropFirst()
                return "`\(match.1)`\(match.2)" + (number < 1000 ? "\(number)" : "\(number / 1000),\(hundreds)")
            }
            guard text != file.text else { continue }
            file.text = text
            changed[page] = file
            lines.append("\(page): the number of lines")
        }
    }

    private func has(_ part: FeatureList.Part) -> Bool {
        !gone.contains(part.path) && (try? file(part.path)).flatMap { part.removed(from: $0.text) } != nil
    }

    private func file(_ path: String) throws(Refusal) -> ProjectFile {
        if let file = changed[path] { file } else { try folder.read(path) }
    }

    /// The lines that name the feature: a type of the product, in code, or one of its words.
    private func uses(
        of feature: FeatureList.Feature, declared own: [String], in rest: [String]
    ) throws(Refusal) -> [String] {
        var types: Set<String> = []
        for path in own where path.hasSuffix(".swift") && !path.hasPrefix("Tests/") {
            types.formUnion(Self.types(try folder.read(path).text))
        }
        types.subtract(feature.ambiguous)
        // A package in a folder has types of its own. Those that can't be read as text are no sources.
        let packages = rest.filter { $0.hasSuffix("/Package.swift") }.map { $0.dropLast("Package.swift".count) }
        let files = rest.filter { path in !packages.contains(where: path.hasPrefix) }.compactMap { try? file($0) }
        for file in files where file.path.hasSuffix(".swift") && !file.path.hasPrefix("Tests/") {
            types.subtract(Self.types(file.text))
        }
        var uses: [String] = []
        for file in files {
            let words = feature.words.filter(file.text.contains)
            let names = types.filter(file.text.contains)
            guard !words.isEmpty || !names.isEmpty else { continue }
            let code = Tokenizer.lines(of: file.text, isSwift: file.path.hasSuffix(".swift"))
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, (line, tokens)) in zip(lines, code).enumerated() {
                let isNamed = tokens.contains { $0.kind == .code && names.contains($0.text) }
                guard isNamed || words.contains(where: line.contains) else { continue }
                uses.append("\(file.path), line \(number + 1), names it: \(line.drop { $0 == " " })")
            }
        }
        return uses
    }

    /// The types that a file declares for others.
    private static func types(_ text: String) -> [String] {
        let declaration =
            /^(?:@\w+(?:\([^)]*\))? |public |package |final |indirect |open )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        return text.split(separator: "\n").compactMap { $0.firstMatch(of: declaration).map { String($0.1) } }
    }

    /// Writes what is left, and removes the rest. Throws before the first change if git doesn't have what is changed as it
    /// is now: then nothing could bring it back.
    func carryOut() throws(Refusal) {
        let paths = (gone.union(changed.keys)).sorted()
        if folder.has(".git"), !(try folder.run(["git", "status", "--porcelain", "--ignored", "--"] + paths)).isEmpty {
            let status = try folder.run(["git", "status", "--short", "--ignored", "--"] + paths)
            throw Refusal(
                "git doesn't have all of this as it is now", "commit it, or take it back:\n\(status)", status: 1)
        }
        let written = changed.keys.filter { !gone.contains($0) && $0 != FeatureList.path }.sorted()
        do throws(Refusal) {
            for path in written + [FeatureList.path] { if let file = changed[path] { try folder.write(file) } }
            let swift = written.filter { $0.hasSuffix(".swift") }
            if !swift.isEmpty { try folder.run(["swift", "format", "--in-place"] + swift) }
            for path in gone.sorted() { try folder.remove(path) }
        } catch {
            throw Refusal(error.problem, "\"git checkout .\" brings everything back; then \(error.advice)", status: 1)
        }
    }
}
