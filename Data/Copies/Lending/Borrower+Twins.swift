import Domain

extension Borrower: RecognizedEntity {
    /// Two people of one name are one, as in every command.
    var recognizedBy: String? { TextFolding.caseAndAccents(name) }
}
