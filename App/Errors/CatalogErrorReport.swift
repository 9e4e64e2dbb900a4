import Data
import Domain

extension ErrorReport {
    init(_ error: CatalogError) {
        switch error {
        case .noSuchBook(let isbn):
            self.init(
                message: "the catalogue has no book of ISBN \(isbn); give its title and --author", status: .refused)
        case .noAuthor(let isbn, let title):
            self.init(
                message: "the catalogue does not say who wrote \"\(title)\", ISBN \(isbn); add --author",
                status: .refused)
        case .badAddress(let text):
            self.init(
                SettingsError.badValue(
                    key: "the setting \"catalog\"", value: text, expected: OnlineCatalog.expectedAddress))
        case .unreachable(let host, let reason):
            self.init(message: "can't reach the catalogue at \(host): \(reason)", status: .unreachable)
        case .badAnswer(let host, let reason):
            self.init(message: "the catalogue at \(host) gave no useful answer: \(reason)", status: .unreachable)
        case .notBuiltIn(let remedy):
            self.init(message: "this program was built without the network; \(remedy)", status: .unreachable)
        }
    }
}
