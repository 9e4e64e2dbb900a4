import Domain

extension LibraryNames {
    static let people = containing { library throws(LibraryError) in try await library.borrowers.all().map(\.name) }
}
