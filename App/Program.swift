import Data
import Domain
import Storage

/// Runs one command line, from its words to the end of the process.
@MainActor
struct Program {
    let output: ByteStream
    let error: ByteStream

    /// With the streams of this process.
    static var inThisProcess: Program {
        Program(output: .standardOutput, error: .standardError)
    }

    private let variables = Variables { SystemProcess.variable($0) }

    func run(_ commandLine: [String]) async -> Never {
        let request: Request<Session>
        do {
            request = try Parser.request(commandLine: commandLine, of: Bookshelf.commands)
        } catch {
            finish(console(), report(ErrorReport(error), to: console()))
        }
        switch request {
        case .version:
            let console = console()
            console.print("\(Bookshelf.name) \(Bookshelf.version)")
            finish(console, .done)
        case .help(let tree, let path):
            let console = console()
            for line in Help(path: path).text(on: tree).split(separator: "\n", omittingEmptySubsequences: false) {
                console.print(String(line))
            }
            finish(console, .done)
        case .run(let command, let options):
            await run(command, options)
        }
    }

    private func run(_ command: any Command<Session>, _ options: GlobalOptions) async -> Never {
        var console = console(options)
        var library: (any Library)?
        do throws(CommandError) {
            // The demo has a library of its own, and works where nothing can be stored.
            let environment = command is Demo ? .demo() : try await AppEnvironment.live(options, variables)
            library = environment.library
            console = self.console(options, preference: await preferredColor(options, environment))
            let session = Session(environment: environment, console: console, isJSON: options.isJSON)
            let status = try await command.run(in: session)
            // To give back the memory of a large library, object by object, takes time and helps nobody.
            withExtendedLifetime(environment) { finish(console, status) }
        } catch {
            var errorReport = ErrorReport(error)
            if case .library(let error) = error, let library = library as? StoredLibrary {
                errorReport.details += Self.hints(on: error, in: library)
            }
            finish(console, report(errorReport, to: console))
        }
    }

    /// What helps with a damaged library.
    private static func hints(on error: LibraryError, in library: StoredLibrary) -> [String] {
        switch library.remedy(for: error) {
        case .repair:
            [
                "or let \"\(Bookshelf.name) repair\" set it aside and keep all that is intact",
                "(\"\(Bookshelf.name) repair --accept-edits\" also keeps lines that were changed with a text editor)",
            ]
        case .edit:
            ["or correct the value with a text editor, and then run \"\(Bookshelf.name) repair --accept-edits\""]
        case nil: []
        }
    }

    /// Settings that can't be read keep nothing from being printed; a command that needs them reports the error.
    private func preferredColor(_ options: GlobalOptions, _ environment: AppEnvironment) async -> ColorChoice {
        guard options.color == nil else { return .auto }
        return (try? await environment.settings.value(for: .color)) ?? .auto
    }

    private func console(_ options: GlobalOptions = GlobalOptions(), preference: ColorChoice = .auto) -> Console {
        let usesColor = { (stream: ByteStream) in
            ColorChoice.usesColor(
                option: options.color, variables: variables, preference: preference, isTerminal: stream.isTerminal)
        }
        let appearance = Console.Appearance(
            program: Bookshelf.name, isTerminal: output.isTerminal, width: output.width ?? 80,
            usesColor: usesColor(output),
            usesColorForMessages: usesColor(error), showsProgress: error.isTerminal && variables["TERM"] != "dumb",
            canClear: output.isTerminal && variables["TERM"] != "dumb", isQuiet: options.isQuiet)
        return Console(
            appearance, results: OutputBuffer(write: output.write), messages: OutputBuffer(write: error.write))
    }

    private func report(_ report: ErrorReport, to console: Console) -> ExitStatus {
        console.complain(report.message)
        for detail in report.details { console.explain(detail) }
        return report.status
    }

    /// Ends the process. A reader who has seen enough, as `head` has, is no error; results that get lost are.
    private func finish(_ console: Console, _ status: ExitStatus) -> Never {
        var status = status
        if let failure = console.flush(), !failure.isClosedPipe {
            console.complain("can't write to standard output: \(failure.reason)")
            status = .storeFailed
        }
        SystemProcess.end(status: status.rawValue)
    }
}
