import Domain
import Presentation

extension Book {
    @MainActor static func filler(_ environment: AppEnvironment) -> FormFiller<Book>? {
        guard environment.catalog.isBuiltIn else { return nil }
        let lookUp = LookUpBook(environment.context, catalog: environment.catalog)
        return FormFiller(field: .isbn, hint: "looks up title and authors") { draft in
            if draft.isbn == nil { return "A look-up needs a valid ISBN." }
            let isFull = !draft.title.tidied.isEmpty && !draft[.authors].isBlank
            return isFull ? "A look-up fills in a missing title or missing authors only." : nil
        } fill: {
            await $0.lookUp(lookUp)
        }
    }
}
