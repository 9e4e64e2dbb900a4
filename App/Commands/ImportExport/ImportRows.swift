import Domain
import Presentation

extension BookImportReport: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("added", added)
        fields.field("updated", updated)
        fields.field("merged", merged)
        fields.field("skipped", skipped)
        fields.field("rejected", rejected)
        fields.field("warnings", warnings.count)
        fields.laterField("rows", rows)
    }
}

extension BookImportReport.Row: TableRow {
    static var columns: [Column<BookImportReport.Row>] {
        [
            Column(title: "line", style: .faint, importance: 2), Column(title: "outcome"),
            Column(title: "reason", share: 24, importance: 1),
        ]
    }

    static var sample: BookImportReport.Row? { BookImportReport.Row(line: 0, outcome: .addedBesideOthers) }

    func describe(to fields: inout some FieldWriter) {
        fields.field("line", line)
        fields.field("outcome", outcome.word)
        if case .rejected(let reason) = outcome {
            fields.field("reason", reason.message + reason.remedy)
        } else {
            fields.field("reason", outcome.message)
        }
    }
}
