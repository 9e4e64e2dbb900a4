import Domain
import TestSupport

@testable import Data

extension Year {
    func importingOwnExport(of library: StoredLibrary, _ number: UInt64) async throws -> String? {
        let context = UseCaseContext(
            library: library.recording("importOwnExport", hasSeveralUnits: false), today: { [today] in today },
            randomBits: counter(after: number - 1), folding: folding)
        let books = try await library.books.all().map { Row($0) }
        for format in OwnList.allCases {
            let list = try BookListReader().read(format.write(books), from: "list")
            let report = try await ImportBooks(context)(list.rows, updates: format == .json)
            if report.skipped != books.count { return "the own export changes something: \(report)" }
        }
        return nil
    }
}
