/// A command. Its properties are the arguments, and `run` carries it out.
protocol Command: CommandArguments {
    @MainActor func run(in session: Session) async throws(CommandError) -> ExitStatus
}
