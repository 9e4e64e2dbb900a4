import Domain

/// A command that works with the library, and throws only errors of the library.
protocol LibraryCommand: Command {
    @MainActor func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus
}

extension LibraryCommand {
    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try await mapError(CommandError.library, try await run(session.environment.context, in: session))
    }
}
