import Domain
import TestSupport

@testable import App

extension SecretsTests {
    /// Chloé has returned "Emma", and Ana has "The Whale".
    static func lendBooks(_ environment: AppEnvironment) async throws {
        let context = environment.context
        let lend = LendBook(context, preferences: environment.preferences)
        for book in try await context.library.books.all() {
            _ = try await lend(book.id, to: book.title == "Emma" ? "Chloé" : "Ana")
            if book.title == "Emma" { _ = try await ReturnBook(context)(book.id) }
        }
    }
}
