/// Puts a project's files together.
struct Assembly {
    private let project: Recipe
    private let root: TemplateRoot
    /// Features of this project that the new one doesn't get.
    private let leftOut: [FeatureList.Feature]

    init(of project: Recipe, from root: TemplateRoot) throws(Refusal) {
        (self.project, self.root) = (project, root)
        let list = try FeatureList(root.folder.read(FeatureList.path).text)
        let others = project.hasEtcd ? [] : ["Etcd", "HTTP"]
        leftOut = (project.leftOut + others).compactMap(list.feature)
    }

    /// Whether the project doesn't get that file of this repository.
    private func leavesOut(_ path: String) -> Bool { leftOut.contains { $0.owns(path) } }

    /// The lines of the template that a further feature adds.
    func lines() throws(Refusal) -> [ListLine] { try ListLine.all(of: project, from: root) { !leavesOut($0) } }

    /// All files but the provenance, sorted by path: the rooms, the template's own, which replace rooms of the same
    /// path, and the license. Throws if the project would declare a name twice.
    func files() throws(Refusal) -> [ProjectFile] {
        var files: [String: ProjectFile] = [:]
        var collisions = Collisions(in: project)
        let rooms = try RoomList(root.folder.read(TemplateRoot.rooms).text)
        for path in root.folder.files(in: TemplateRoot.project) {
            let shortPath = String(path.dropFirst(TemplateRoot.project.count))
            guard rooms.has(shortPath, project.feature, isFirst: true), !leavesOut(path) else { continue }
            let file = try read(path)
            let template = try TemplateFile(path: shortPath, text: file.text)
            collisions.add(template.declarations, in: path)
            for (path, text) in template.files(in: project) {
                files[path] = made(of: file, path, text)
                files[path]?.isNeutral = template.isNeutral
            }
        }
        for path in try rooms.paths(in: root.folder) where !leavesOut(path) {
            let newPath = project.replacingProgram(in: path)
            guard files[newPath] == nil else { continue }
            let room = try read(path)
            let lines = path.hasSuffix(".swift") ? Tokenizer.lines(of: room.text, isSwift: true) : []
            collisions.add(Declaration.all(in: lines).filter { $0.isType && !$0.isNested }, in: path)
            files[newPath] = made(of: room, newPath, project.replacingProgram(in: room.text))
        }
        try collisions.check()
        var license = try root.folder.read("LICENSE")
        license.text = project.replacingProgram(in: license.text)
        files[license.path] = license
        for (path, file) in files where path.hasSuffix(".swift") && file.isNeutral {
            files[path]?.text = Self.mark + file.text
        }
        files[".gitattributes"] = ProjectFile(path: ".gitattributes", text: attributes(of: Array(files.values)))
        return files.values.sorted { $0.path < $1.path }
    }

    /// The first line of a file that isn't its owner's.
    private static let mark = "// The kernel: `template update` replaces this file, unless you change it.\n\n"

    /// Leaves what isn't the owner's out of reviews and statistics. Each file is named: one that the owner adds to these folders isn't left out.
    private func attributes(of files: [ProjectFile]) -> String {
        let paths = files.filter { $0.isNeutral && $0.path.contains("/") }.map(\.path).sorted()
        let title = "# What `template update` keeps up to date is left out of reviews and statistics.\n"
        return title + paths.map { "/\($0) linguist-generated\n" }.joined()
    }

    /// The files of a further feature of `generated`: those in the folders that the template calls after its entity.
    /// Throws if one of `present`, the project's Swift files, declares a name
    /// that it would declare too.
    func featureFiles(besides present: [ProjectFile]) throws(Refusal) -> [ProjectFile] {
        let rooms = try RoomList(root.folder.read(TemplateRoot.rooms).text)
        var collisions = Collisions(in: project)
        var files: [ProjectFile] = []
        for path in root.folder.files(in: TemplateRoot.project) {
            let shortPath = String(path.dropFirst(TemplateRoot.project.count))
            guard path.contains("/Items/"), rooms.has(shortPath, project.feature, isFirst: false), !leavesOut(path)
            else {
                continue
            }
            let file = try read(path)
            let template = try TemplateFile(path: shortPath, text: file.text)
            collisions.add(template.declarations, in: path)
            for (path, text) in template.files(in: project) { files.append(made(of: file, path, text)) }
        }
        for file in present {
            let lines = Tokenizer.lines(of: file.text, isSwift: true)
            let types = Declaration.all(in: lines).filter { $0.isType && !$0.isNested && $0.name != project.app }
            collisions.add(types, in: file.path)
        }
        try collisions.check()
        let group = project.feature.entity.form(.option)
        return files.map { file in
            var file = file
            file.text = file.text.replacing(
                "static let group: String? = nil", with: "static let group: String? = \"\(group)\"")
            return file
        }.sorted { $0.path < $1.path }
    }

    /// A file without the parts that this project doesn't take.
    private func read(_ path: String) throws(Refusal) -> ProjectFile {
        var file = try root.folder.read(path)
        for part in leftOut.flatMap(\.parts) where part.path == path {
            guard let text = part.removed(from: file.text) else {
                throw Refusal("\(path) lacks \(part.text)", "correct \(FeatureList.path)", status: 1)
            }
            file.text = text
        }
        for (part, isWanted) in [(ListLine.each, true), (ListLine.further, false)] {
            file.text = file.text.keepingLines(of: part, isWanted: isWanted, isSwift: path.hasSuffix(".swift"))
        }
        return file
    }

    private func made(of file: ProjectFile, _ path: String, _ text: String) -> ProjectFile {
        let text = path.hasSuffix(".swift") ? text.wrappingComments(at: 120) : text
        return ProjectFile(path: path, text: text, isExecutable: file.isExecutable)
    }
}
