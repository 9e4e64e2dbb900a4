import Data
import Domain
import Testing

/// Every text of a list, whatever its form and its mappings, is in the export of the imported book.
struct NoCellIsLostTests {
    private static let goodreads = "Title,Author,Exclusive Shelf"

    @Test(
        arguments: [
            // Unknown columns and members, and unusual names.
            ("title,authors,,=,a=b\nT,A,one,two,three\n", [], ["one", "two", "three"]),
            ("title,authors,Title,x,X,x\nT,A,one,two,three,four\n", [], ["one", "two", "three", "four"]),
            (#"{"title":"T","authors":["A"],"=":"one","a,b":{"c":["two"]}}"#, [], ["one", "two"]),
            // A mapping that gives a second column to a field.
            ("title,authors,notes,comment\nT,A,one,two\n", ["comment=notes"], ["one", "two"]),
            (#"{"title":"T","authors":["A"],"notes":"one","comment":"two"}"#, ["comment=notes"], ["one", "two"]),
            (#"{"comment":"two","notes":"one","title":"T","authors":["A"]}"#, ["comment=notes"], ["one", "two"]),
            ("id,title,authors,status,notes,lentTo,due,Pages\n,T,A,,one,,,two\n", ["Pages=notes"], ["one", "two"]),
            ("id,title,authors,status,notes,lentTo,due,Pages\n,T,A,,one,,,\n", ["Pages=notes"], ["one"]),
            ("\(goodreads),Mine\nT,A,currently-reading,read\n", ["Mine=status"], ["currently-reading", #""read""#]),
            // Values with more than their field can hold.
            ("title,authors,finished\nT,A,2023-08-15 in Rome\n", [], ["2023-08-15", "in Rome"]),
            ("title,authors,started\nT,A,2023-08-15T10h at home\n", [], ["2023-08-15", "10h at home"]),
            ("title,authors,isbn\nT,A,unknown\n", [], ["unknown"]),
            ("title,authors,favorite\nT,A,maybe\n", [], ["maybe"]),
            (
                "Title,Author,Status,Hardcover Book ID,Date Started\nT,A,Read,1,2020-01-01 on a train\n", [],
                ["2020-01-01", "on a train"]
            ),
            (
                "item_type,title,creators,first_name,last_name,ean_isbn13,upc_isbn10\nbook,T,Ann Lee,Bob,Ray,,\n", [],
                ["Ann Lee", "Bob", "Ray"]
            ),
            (
                "title,authors,author_sort,timestamp,uuid,series,series_index\nT,A,A,2020-01-01,u,,7.0\n", [],
                ["2020-01-01", "7.0"]
            ),
        ] as [(String, [String], [String])])
    func everyTextIsExported(list: String, mappings: [String], texts: [String]) throws {
        let json = try #require(try exported(list, mappings: mappings).first)
        for text in texts { #expect(json.contains(text), "\(json)") }
    }

    @Test func theSecondOfTwoEqualNamesGetsANumber() throws {
        let draft = try #require(try read("title,authors,Pages,pages,pages\nT,A,1,2,3\n").drafts.first)
        #expect(draft.texts == ["Pages": "1", "pages 2": "2", "pages 3": "3"])
    }

    /// Spreadsheets can have this many empty columns.
    @Test func aTableMayHaveManyColumnsWithoutAName() throws {
        let commas = String(repeating: ",", count: 16_384)
        #expect(try read("title,authors\(commas)\nT,A\(commas)\n").drafts.map(\.details.isEmpty) == [true])
    }

    @Test func severalWordsOfARowCanBeMapped() throws {
        let table = "Book Id\tTitle\tPrimary Author\tCollections\n1\tT\tA\tFoo, Bar\n"
        let list = try read(table, mappings: ["Foo=read", "Bar=reading"])
        #expect(list.drafts.map(\.status) == [.reading])
        #expect(list.drafts.map { $0.shelves.map(\.tidied) } == [["Foo", "Bar"]])
    }

    @Test(
        arguments: [
            "Title,Authors,ISBN/UID,Read Status,Last Date Read\nT,A,,,2023/08/15\n",
            "title,authors,status,finished\nT,A,,2023-08-15\n",
            #"{"title":"T","authors":["A"],"finished":"2023-08-15"}"#,
        ])
    func aFinishDayTellsTheStatusIfNothingElseDoes(list: String) throws {
        #expect(try read(list).drafts.map(\.status) == [.read])
    }
}
