/// Makes a complete project about one entity.
struct NewApp {
    private let recipe: Recipe
    private let destination: Destination
    private let isDryRun: Bool

    static let help = """
        Makes a project of your own.

            swift run template new-app <Name> <folder> --entity <Entity> [--plural <Plural>] --field <name>:<Type>…

        <Name>       the project's name, such as Larder; its program is called larder
        <folder>     a folder that is empty or doesn't exist
        --entity     what the program keeps, such as RoomKey
        --plural     its plural, where it isn't the usual one in English
        --field      a field, once for each in order; its type is String, Text? (several lines), Int, Int(1...5),
                     Double, Bool, Day, [String], the values of a choice such as "small|large", or the entity itself
                     with a ?, such as parent:Task?. A ? after the type makes it optional. The first String without a ?
                     is what people name an entity by. Put types with |, ?, ( or [ in quotes.
        --without    a part that the project doesn't get, once for each:
                     full-screen, the view on a terminal
                     compare, which looks for other versions of a library
        --with etcd  a library can also be in an etcd cluster, which many machines share
        --dry-run    print the files, but write nothing
        """

    /// Throws unless a project could be made of these arguments, as far as they tell.
    init(_ words: [String]) throws(Refusal) {
        let arguments = try Arguments(
            words, operands: ["<Name>", "<folder>"],
            options: ["--entity", "--plural", "--field", "--without", "--with"],
            flags: ["--dry-run"])
        guard let entity = try arguments.one("--entity") else {
            throw Refusal("--entity is missing", "write what the program keeps, such as --entity RoomKey")
        }
        let feature = try Feature(entity: entity, plural: arguments.one("--plural"), fields: arguments.all("--field"))
        recipe = try Recipe(
            app: arguments.operands[0], feature: feature, without: arguments.all("--without"),
            with: arguments.one("--with"))
        destination = try Destination(arguments.operands[1])
        isDryRun = arguments.flags.contains("--dry-run")
    }

    /// Writes all files of the project or, if that fails, none. Prints their paths.
    func run() throws(Refusal) {
        let root = try TemplateRoot()
        let files = try Assembly(of: recipe, from: root).files()
        let paths = files.map(\.path)
        if !isDryRun {
            try destination.fill { folder throws(Refusal) in
                for file in files { try folder.write(file) }
                try folder.run(["swift", "format", "--in-place", "--parallel", "--recursive", "."])
                try folder.write(readme(of: files, in: folder))
                try folder.write(Provenance(of: recipe, from: root, files: paths, in: folder).file())
            }
        }
        for path in paths + [Provenance.path] { print(path) }
        if !isDryRun { destination.commit("The project as the template makes it") }
        let steps = ["cd \(destination.quoted)", "swift test", "swift run \(recipe.program)"]
        print("\n" + (isDryRun ? "Nothing was written." : "Next:\n\n    " + steps.joined(separator: "\n    ")))
    }

    /// The README with the lines and files that are the owner's.
    private func readme(of files: [ProjectFile], in folder: Folder) throws(Refusal) -> ProjectFile {
        var readme = try folder.read("README.md")
        let own = files.filter { $0.path.hasSuffix(".swift") && !$0.isNeutral }
        for (isTest, words) in [(false, "of the product"), (true, "of tests")] {
            var (lines, count) = (0, 0)
            for file in own where file.path.hasPrefix("Tests/") == isTest {
                lines += try folder.read(file.path).text.utf8.count { $0 == UInt8(ascii: "\n") }
                count += 1
            }
            readme.text = readme.text.replacing(
                "0 lines \(words) in 0 files", with: "\(lines) lines \(words) in \(count) files")
        }
        return readme
    }
}
