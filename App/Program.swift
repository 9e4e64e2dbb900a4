import Data
import Domain

/// Runs one command line, from its words to its exit status.
@MainActor
struct Program {
    let variables: [String: String]
    let output: ByteStream
    let error: ByteStream

    /// With the streams and the variables of this process.
    static var inThisProcess: Program {
        let names =
            ["BOOKSHELF_STORE", "BOOKSHELF_DIRECTORY", "XDG_DATA_HOME", "HOME", "NO_COLOR", "TERM"] + StoreChoice.variables
        let variables = names.compactMap { name in SystemProcess.variable(name).map { (name, $0) } }
        return Program(
            variables: Dictionary(variables) { first, _ in first }, output: .standardOutput, error: .standardError)
    }

    func run(_ arguments: [String]) async -> ExitStatus {
        let request: Request
        do {
            request = try Parser.request(arguments, of: Bookshelf.commands)
        } catch {
            return finish(console(), report(ErrorReport(error), to: console()))
        }
        switch request {
        case .version:
            let console = console()
            console.print("bookshelf \(Bookshelf.version)")
            return finish(console, .done)
        case .help(let tree, let path):
            let console = console()
            for line in Help(path: path).text(on: tree).split(separator: "\n", omittingEmptySubsequences: false) {
                console.print(String(line))
            }
            return finish(console, .done)
        case .run(let command, let options):
            return await run(command, options)
        }
    }

    private func run(_ command: any Command, _ options: GlobalOptions) async -> ExitStatus {
        var console = console(options)
        var library: (any Library)?
        do throws(LibraryError) {
            let environment = try await command.environment(options, variables)
            library = environment.library
            console = self.console(options, preference: await preferredColor(options, environment))
            let session = Session(environment: environment, console: console, isJSON: options.isJSON)
            return finish(console, try await command.run(in: session))
        } catch {
            var errorReport = ErrorReport(error)
            if let library = library as? any RepairableLibrary, library.canRepair(error) {
                errorReport.details.append(Self.repairHint)
            }
            return finish(console, report(errorReport, to: console))
        }
    }

    private static let repairHint = "or let \"bookshelf repair\" set it aside and keep all that is intact"

    /// Preferences that can't be read do not keep anything from being printed; who needs them will say so.
    private func preferredColor(_ options: GlobalOptions, _ environment: AppEnvironment) async -> ColorChoice {
        guard options.color == nil else { return .auto }
        return (try? await environment.preferences.preferences().color) ?? .auto
    }

    private func console(_ options: GlobalOptions = GlobalOptions(), preference: ColorChoice = .auto) -> Console {
        let usesColor = { (stream: ByteStream) in
            ColorChoice.usesColor(
                option: options.color, variables: variables, preference: preference, isTerminal: stream.isTerminal)
        }
        let appearance = Console.Appearance(
            isTerminal: output.isTerminal, width: output.width ?? 80, usesColor: usesColor(output),
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

    /// A reader who has seen enough, as `head` has, is no error; results that get lost are.
    private func finish(_ console: Console, _ status: ExitStatus) -> ExitStatus {
        guard let failure = console.flush() else { return status }
        if failure.isClosedPipe { return status }
        console.complain("can't write to standard output: \(failure.reason)")
        return .storeFailed
    }
}
