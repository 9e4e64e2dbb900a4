/// Which files a project takes as they are: `rooms.txt`.
struct RoomList {
    private let lines: [String]
    /// What is added for a project with etcd.
    private let additions: [String]
    /// The files of the template's feature that only the first feature of a project has.
    let first: Set<String>

    /// A line names a file or, with a slash at the end, a folder; after a minus sign, one that is left out. The lines
    /// after "[etcd]" add files for a project with etcd, even if they were left out above; those after "[first]" are
    /// files of `Project`.
    init(_ text: String) {
        var sections: [[String]] = [[], [], []]
        var section = 0
        for line in text.split(separator: "\n").map({ String($0) }) where !line.hasPrefix("#") {
            if let next = ["[etcd]": 1, "[first]": 2][line] { section = next } else { sections[section].append(line) }
        }
        (lines, additions, first) = (sections[0], sections[1], Set(sections[2]))
    }

    /// The paths of the files, sorted. Throws if a line matches nothing, because then the list is out of date.
    func paths(in root: Folder, hasEtcd: Bool) throws(Refusal) -> [String] {
        var paths: Set<String> = []
        for line in lines where !line.hasPrefix("-") { try paths.formUnion(files(line, in: root)) }
        for line in lines where line.hasPrefix("-") { try paths.subtract(files(String(line.dropFirst()), in: root)) }
        for line in additions where hasEtcd { try paths.formUnion(files(line, in: root)) }
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
