import Domain
import Foundation
import Testing

@testable import Data

/// Each line of the manual that says where a program's column goes.
struct WhatGoesWhereTests {
    struct Line: CustomTestStringConvertible {
        let format: ImportFormat
        let column: String
        let target: String
        var testDescription: String { "\(format.rawValue): \(column) → \(target)" }
    }

    private static let lines: [Line] = {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try? String(contentsOf: root.appending(path: "App/App.docc/Manual.md"), encoding: .utf8)
        return (page ?? "").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces.union(["`"])) }
            guard cells.count == 3, let format = ImportFormat(rawValue: cells[0]) else { return nil }
            return Line(format: format, column: cells[1], target: cells[2])
        }
    }()

    private static let samples = [
        "title": "A Title", "authors": "Bea Ray", "ISBN": "9780141439587", "rating": "4", "status": "read",
        "shelves": "sea", "day added": "2020-02-03", "day started": "2020-02-03", "day finished": "2020-02-03",
        "notes": "Good.", "source": "77", "loan": "Ana", "detail": "Some text", "left out": "Some text",
    ]

    @Test func everyProgramIsThere() {
        let formats = Set(ImportFormat.allCases).subtracting([.json, .isbn])
        #expect(Set(Self.lines.map(\.format)) == formats)
    }

    @Test(arguments: lines) func theColumnGoesThere(_ line: Line) throws {
        let required =
            line.format == .csv ? ["Title", "Author"] : try #require(line.format.tableKinds.first).requiredColumns
        let columns = required.filter { CSVHeader.key($0) != CSVHeader.key(line.column) } + [line.column]
        let names: Set = ["author", "authors", "primaryauthor", "authortext", "creators", "authordetails"]
        let sample = line.column == "read" ? "1" : try #require(Self.samples[line.target])
        let cells = columns.map { column in
            if column == line.column { return sample }
            let key = CSVHeader.key(column)
            return key == "title" ? "T" : names.contains(key) ? "Ann Lee" : ""
        }
        let text = columns.joined(separator: "\t") + "\n" + cells.joined(separator: "\t") + "\n"
        let list = try read(text, as: line.format)
        let book = try #require(list.books.first)
        let draft = book.draft
        let isThere =
            switch line.target {
            case "title": draft.title == sample
            case "authors": draft.authors.contains(sample)
            case "ISBN": draft.isbn == (try ISBN(sample))
            case "rating": draft.rating == Rating(4)
            case "status": draft.status == .read
            case "shelves": draft.shelves.contains(sample)
            case "day added": draft.added == Day(sample)
            case "day started": draft.started == Day(sample)
            case "day finished": draft.finished == Day(sample)
            case "notes": draft.notes == sample
            case "source": draft.ids == ["\(line.format.rawValue):77"]
            case "loan": book.loan == ImportedHolder(to: sample)
            case "detail": draft.texts.values.contains(sample)
            case "left out": !"\(draft)".contains(sample)
            default: false
            }
        #expect(isThere, "\(draft)")
    }
}
