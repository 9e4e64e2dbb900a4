import Domain
import Presentation

extension ImportReport: Described {
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

extension ImportReport.Row: TableRow {
    static var columns: [Column<ImportReport.Row>] {
        [Column(title: "line", style: .faint), Column(title: "outcome"), Column(title: "reason", share: 60)]
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("line", line)
        fields.field("outcome", outcome.word)
        fields.field("reason", outcome.message)
    }
}
