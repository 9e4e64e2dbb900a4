import Domain

/// What people are told about an error, and what the program ends with.
struct ErrorReport: Equatable {
    let message: String
    /// More lines, such as the candidates.
    var details: [String] = []
    let status: ExitStatus
}

extension ErrorReport {
    init(_ error: CommandError) {
        switch error {
        case .library(let error): self.init(error)
        case .settings(let error): self.init(error)
        case .importFile(let error): self.init(error)
        }
    }

    init(_ error: LibraryError) {
        switch error {
        case .book(let error): self.init(error)
        case .lending(let error): self.init(error)
        case .store(let error): self.init(error)
        case .catalog(let error): self.init(error)
        }
    }

    init(_ error: UsageError) {
        self.init(message: error.message, details: [error.hint], status: .wrongUsage)
    }
}
