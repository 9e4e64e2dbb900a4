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
        --plural     its plural, if it isn't formed with s, es or ies
        --field      a field, once for each in order; its type is String, Int, Double, Bool, Day, [String], or the
                     values of a choice such as "small|large". A ? after the type makes it optional. The first String
                     without a ? is what people name an entity by. Put types with |, ? or [] in quotes.
        --with etcd  a library can also be in an etcd cluster, which many machines share
        --dry-run    print the files, but write nothing
        """

    /// Throws unless a project could be made of these arguments, as far as they tell.
    init(_ words: [String]) throws(Refusal) {
        let arguments = try Arguments(
            words, operands: ["<Name>", "<folder>"], options: ["--entity", "--plural", "--field", "--with"],
            flags: ["--dry-run"])
        guard let entity = try arguments.one("--entity") else {
            throw Refusal("--entity is missing", "write what the program keeps, such as --entity RoomKey")
        }
        let feature = try Feature(entity: entity, plural: arguments.one("--plural"), fields: arguments.all("--field"))
        recipe = try Recipe(app: arguments.operands[0], feature: feature, with: arguments.one("--with"))
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
                try folder.write(Provenance(of: recipe, from: root, files: paths, in: folder).file())
            }
        }
        for path in paths + [Provenance.path] { print(path) }
        let steps = ["cd \(destination.quoted)", "swift test", "swift run \(recipe.program)"]
        print("\n" + (isDryRun ? "Nothing was written." : "Next:\n\n    " + steps.joined(separator: "\n    ")))
    }
}
