/// Which files a project takes as they are: `rooms.txt`.
struct RoomList {
    private let lines: [String]
    private(set) var sections: [String: Set<String>] = [:]

    /// A line names a file or, with a slash at the end, a folder; after a minus sign, one that is left out. Below a title
    /// in brackets are files of `Project` that only some features have.
    init(_ text: String) {
        let all = text.split(separator: "\n").map { String($0) }.filter { !$0.hasPrefix("#") }
        lines = Array(all.prefix { !$0.hasPrefix("[") })
        for (index, title) in all.enumerated() where title.hasPrefix("[") {
            sections[title] = Set(all[(index + 1)...].prefix { !$0.hasPrefix("[") })
        }
    }

    /// Whether a feature has that file of `Project`. `isFirst` if the project is made for it.
    func has(_ path: String, _ feature: Feature, isFirst: Bool) -> Bool {
        if sections["[first]"]?.contains(path) == true { return isFirst }
        if sections["[reference]"]?.contains(path) == true {
            return feature.fields.contains { $0.target != nil && $0.target != feature.entity.text }
        }
        return true
    }

    /// The paths of the files, sorted. Throws if a line matches nothing, because then the list is out of date.
    func paths(in root: Folder) throws(Refusal) -> [String] { try paths(lines, in: root) }

    private func paths(_ lines: some Collection<String>, in root: Folder) throws(Refusal) -> [String] {
        var paths: Set<String> = []
        for line in lines where !line.hasPrefix("-") { try paths.formUnion(files(line, in: root)) }
        for line in lines where line.hasPrefix("-") { try paths.subtract(files(String(line.dropFirst()), in: root)) }
        return paths.sorted()
    }

    private func files(_ path: String, in root: Folder) throws(Refusal) -> [String] {
        let found = path.hasSuffix("/") ? root.files(in: path) : root.has(path) ? [path] : []
        guard !found.isEmpty else {
            throw Refusal("\(TemplateRoot.rooms) names \(path), which has no files", "correct it", status: 1)
        }
        return found
    }
}
