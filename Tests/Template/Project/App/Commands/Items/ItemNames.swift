import Data
import Domain

extension LibraryNames {
    static let items = containing { library throws(LibraryError) in try await library.items.all().map(\.displayName) }
}
