import Foundation

/// Brings what knows no entity in a project up to this revision.
struct Update {
    private let path: String
    private let isDryRun: Bool

    static let help = """
        Replaces the files of a project that know no entity (Storage, Console, Library, the gate and others) by those of
        this revision, where they are as they were made. Lists the others, and leaves them alone. Then builds and tests;
        if that fails, the project is as it was before.

            swift run template update <project> [--dry-run]
        """

    init(_ words: [String]) throws(Refusal) {
        let arguments = try Arguments(words, operands: ["<project>"], options: [], flags: ["--dry-run"])
        path = arguments.operands[0]
        isDryRun = arguments.flags.contains("--dry-run")
    }

    /// Prints each file that is replaced, added, removed or left alone. The files of features are never touched.
    func run() throws(Refusal) {
        let root = try TemplateRoot()
        var project = try GeneratedProject(path)
        guard !project.hasTemplate else {
            throw Refusal("\(path) has the template itself", "update it with git", status: 1)
        }
        let fresh = try freshFiles(of: project.recipe(), from: root)
        let neutral = fresh.filter(\.isNeutral)
        var left: [String] = []
        let old = project
        /// What was replaced, added or removed, as it was; nil for what wasn't there.
        var before: [(path: String, file: ProjectFile?)] = []
        for file in neutral {
            let isKnown = project.provenance.files[file.path] != nil
            if project.folder.has(file.path) || isKnown {
                if (try? project.folder.read(file.path).text) == file.text {
                    project.provenance.files[file.path] = Provenance.hash(file.text)
                    continue
                }
                guard project.isUnchanged(file.path) else {
                    left.append(file.path)
                    continue
                }
            }
            print("\(isKnown ? "replaced" : "added"): \(file.path)")
            if isDryRun { continue }
            before.append((file.path, try? project.folder.read(file.path)))
            try project.write(file)
        }
        for path in gone(from: project, besides: Set(fresh.map(\.path))) {
            guard project.isUnchanged(path) else {
                left.append(path)
                continue
            }
            print("removed: \(path)")
            if isDryRun { continue }
            before.append((path, try? project.folder.read(path)))
            project.remove(path)
        }
        for path in left { print("left alone, because it was changed by hand: \(path)") }
        if isDryRun { return print("\nNothing was written.") }
        project.provenance.revision = root.revision
        try project.save()
        print("\nBuilding and testing…")
        do throws(Refusal) {
            try project.folder.run(["swift", "build", "--build-tests"])
            try project.folder.run(["swift", "test", "--skip-build"])
        } catch {
            for (path, file) in before {
                if let file { try project.folder.write(file) } else { project.remove(path) }
            }
            var project = old
            try project.save()
            throw Refusal(
                error.problem, "the project is as it was before; \(error.advice), and update again", status: 1)
        }
        print("All tests pass.")
    }

    /// The files of the project as this revision makes it, formatted.
    private func freshFiles(of recipe: Recipe, from root: TemplateRoot) throws(Refusal) -> [ProjectFile] {
        let folder = Folder(
            url: FileManager.default.temporaryDirectory.appending(path: "template-\(UInt32.random(in: .min ... .max))"))
        defer { try? FileManager.default.removeItem(at: folder.url) }
        var files = try Assembly(of: recipe, from: root).files()
        for file in files { try folder.write(file) }
        try folder.run(["swift", "format", "--in-place", "--parallel", "--recursive", "."])
        for index in files.indices { files[index].text = try folder.read(files[index].path).text }
        return files
    }

    /// The files that earlier revisions had, and that name no entity: what a feature had, it keeps.
    private func gone(from project: GeneratedProject, besides present: Set<String>) -> [String] {
        let names = project.provenance.features.values.flatMap { [Name($0.entity), Name($0.plural)] }
            .flatMap { [$0.form(.capital), $0.form(.identifier)] }
        return project.provenance.files.keys.filter { path in
            guard !present.contains(path), let file = try? project.folder.read(path) else { return false }
            return !names.contains { (path + file.text).contains($0) }
        }.sorted()
    }
}
