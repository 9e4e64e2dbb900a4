/// A command: its arguments as properties, and what it does.
protocol Command: CommandArguments {
    @MainActor func run(in session: Session) async throws(CommandError) -> ExitStatus
}
