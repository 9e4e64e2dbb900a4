import Domain

extension Book: RecognizedEntity {
    /// A book that both sides have added is one if its ISBN says so.
    var recognizedBy: String? { isbn.map { "\($0)" } }
}
