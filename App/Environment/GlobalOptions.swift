/// The options that every command takes, before or after its name.
struct GlobalOptions: SharedOptions {
    var store: StoreChoice?
    var directory: String?
    var isJSON = false
    var color: ColorChoice?
    var isQuiet = false
    /// Whether the list is wanted even where a full-screen view could be shown, as for a screen reader.
    var isPlain = false
    var wantsHelp = false
    var wantsVersion = false
    var wantsManual = false

    /// The options that name a library in a file, for a command line in a message.
    var libraryOptions: [String] {
        (directory.map { ["--directory", $0] } ?? []) + (store == .file ? ["--store", "file"] : [])
    }

    static var syntax: [OptionSyntax<GlobalOptions>] {
        [
            .value("store", .store, \.store, "how the library is stored (\(Bookshelf.variable("STORE")))"),
            .value(
                "directory", .file("<path>"), \.directory,
                "the folder that holds the library (\(Bookshelf.variable("DIRECTORY")))"),
            .flag("json", \.isJSON, "print results as JSON"),
            .value("color", .word("<when>"), \.color, "colour the output: auto, always or never"),
            .flag("quiet", \.isQuiet, "leave out progress, messages and most warnings"),
            .flag("plain", \.isPlain, "without a command, print the list instead of the full-screen view"),
            .flag("help", \.wantsHelp, "explain the command (also -h)"),
            .flag("version", \.wantsVersion, "print the version"),
        ]
    }

    static var helpSyntax: [OptionSyntax<GlobalOptions>] {
        [.flag("man", \.wantsManual, "print a man page (help --json describes the commands as JSON)")]
    }
}
