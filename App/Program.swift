import Data
import Domain
import Storage

/// The program: it runs one command line, from its words to the end of the process.
@main
@MainActor
enum Program {
    /// The commit that a package was built from: `.ci/package` writes it over these zeros, in the built program.
    private static let commit = "0000000000000000000000000000000000000000"
    private static let variables = Variables { SystemProcess.variable($0) }

    static func main() async {
        SystemProcess.ignoreSignalsOfWriting()
        SystemProcess.bypassProxiesOnThisMachine()
        await run(CommandLine.arguments)
    }

    private static func run(_ commandLine: [String]) async -> Never {
        let console = console(GlobalOptions())
        do throws(UsageError) {
            if let text = SystemProcess.argumentOutsideUTF8 {
                throw UsageError(reason: .notUTF8(text), path: [Bookshelf.name])
            }
            switch try Parser<GlobalOptions>.request(commandLine: commandLine, of: .bookshelf) {
            case .version(let options): console.pass(on: version(options))
            case .help(let tree, let path, let options): console.pass(on: help(on: tree, path, options))
            case .run(let arguments, let name, let options): await run(arguments, name, options)
            case .runUsual(let arguments, let options):
                await run(options.console.showsFullScreen(variables) ? FullScreen() : arguments, "", options)
            }
            finish(console, .done)
        } catch {
            finish(console, ErrorReport(error))
        }
    }

    /// The version; as JSON, also what the program was built from, the formats it writes, and what is in it.
    private static func version(_ options: GlobalOptions) -> [UInt8] {
        guard options.console.isJSON else { return Array("\(Bookshelf.name) \(Bookshelf.version)\n".utf8) }
        var json = JSONWriter()
        json.object { json in
            json.member("name", Bookshelf.name)
            json.member("version", Bookshelf.version)
            if commit.contains(where: { $0 != "0" }) { json.member("commit", commit) }
            json.name("formats")
            json.object { json in
                for engine in StorageEngine.allCases {
                    guard let version = engine.store.formatVersion else { continue }
                    json.name(engine.rawValue)
                    json.number(version)
                }
            }
            json.name("features")
            json.array { json in for feature in features { json.string(feature) } }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// What another build might lack.
    private static var features: [String] {
        var features: [String] = []
        features += CommandGroup.bookshelf.members.map(\.name)
        if CommandGroup.bookshelf.view != nil { features.append("full-screen") }
        #if Remote
        features.append("networking")
        #endif
        return features
    }

    private static func help(on tree: CommandTree, _ path: [String], _ options: GlobalOptions) -> [UInt8] {
        if options.wantsManual {
            let page = ManualPage<GlobalOptions>(path: path, date: Bookshelf.date, sections: ManualSection.all)
            return Array(page.text(on: tree).utf8)
        }
        guard options.console.isJSON else { return Array((Help<GlobalOptions>(path: path).text(on: tree) + "\n").utf8) }
        var json = JSONWriter()
        ToolInfo<GlobalOptions>(path: path).write(tree, to: &json)
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static func run(
        _ arguments: any CommandArguments, _ name: String, _ options: GlobalOptions
    ) async -> Never {
        // A test shows that every member of `CommandGroup.bookshelf` is a command.
        guard let command = arguments as? any Command else { preconditionFailure("\(type(of: arguments)) can't run") }
        let needs = type(of: command).needs
        var options = options
        if case .settings = needs { options.store = options.store ?? .file }
        var console = console(options)
        var maintenance: (any LibraryMaintenance)?
        do throws(CommandError) {
            var environment: AppEnvironment
            switch needs {
            case .nothing: environment = AppEnvironment()
            case .demo: environment = .demo(Trace(options.console))
            case .settings, .library:
                environment = try await .live(options, variables)
                maintenance = environment.maintenance
                environment = environment.recording(name)
            }
            // If the settings can't be read, the commands that need them report the error.
            let settings = (try? await environment.settings.values()) ?? [:]
            console = self.console(options, preference: KeyValueKey.color.value(in: settings))
            if needs != .settings(areChanged: true) { warn(of: settings, options, on: console) }
            let session = AppSession(
                environment: environment, console: console, variables: variables, commands: .bookshelf)
            // A shell has emptied the file already, unless it appends.
            if environment.libraryFiles.hasContents("/dev/stdout") { try session.requireOutput("-") }
            if name != "compare" { await CopyNotice.warn(in: session) }
            let status = try await command.run(in: session)
            // Not released: the process ends anyway.
            withExtendedLifetime(environment) { finish(console, status) }
        } catch {
            var report = ErrorReport(error)
            if let error = error.libraryError, let remedy = maintenance?.remedy(for: error) {
                report.details += remedy.hints(options)
            }
            finish(console, report)
        }
    }

    /// Reports wrong values, as a file edited by hand may have.
    private static func warn(of settings: KeyValues, _ options: GlobalOptions, on console: Console) {
        for setting in Settings.all where setting.isWrong(settings) {
            let folder = options.directory.map { ["--directory", $0.inShell] } ?? []
            let remedy = ([Bookshelf.name, "settings", "unset", setting.name] + folder).joined(separator: " ")
            console.warn("The settings have a wrong value for \(setting.name); \"\(remedy)\" removes it.")
        }
    }

    private static func console(_ options: GlobalOptions, preference: ColorChoice = .auto) -> Console {
        Console(program: Bookshelf.name, options.console, variables, preference: preference)
    }

    private static func finish(_ console: Console, _ report: ErrorReport) -> Never {
        console.complain(report.message, details: report.details)
        finish(console, report.status)
    }

    /// Ends the process. A closed pipe, as `head` leaves, is not an error; any other loss of results is.
    private static func finish(_ console: Console, _ status: ExitStatus) -> Never {
        var status = status
        if let failure = console.flush(), !failure.isClosedPipe {
            console.complain("can't write to standard output: \(failure.reason)")
            status = .storeFailed
        }
        SystemProcess.end(status: status.rawValue)
    }
}
