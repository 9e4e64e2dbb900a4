/// Which files a project takes as they are: `rooms.txt`.
struct RoomList {
    private let lines: [String]
    /// The files of the template's feature that only the first feature of a project has.
    let first: Set<String>

    /// A line names a file or, with a slash at the end, a folder; after a minus sign, one that is left out. The lines
    /// after "[first]" are files of `Project`.
    init(_ text: String) {
        let all = text.split(separator: "\n").map { String($0) }.filter { !$0.hasPrefix("#") }
        lines = Array(all.prefix { $0 != "[first]" })
        first = Set(all.drop { $0 != "[first]" }.dropFirst())
    }

    /// The paths of the files, sorted. Throws if a line matches nothing, because then the list is out of date.
    func paths(in root: Folder) throws(Refusal) -> [String] {
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
