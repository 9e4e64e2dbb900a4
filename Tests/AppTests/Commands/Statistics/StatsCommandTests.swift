import Foundation
import TestTraits
import Testing

@testable import App

/// What `stats` prints.
@Suite(.fewAtATime, .endsIfItHangs)
struct StatsCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    @Test func statisticsOfOneYear() async throws {
        for (title, day) in [("A", "2024-01-01"), ("B", "2024-12-31"), ("C", "2023-12-31")] {
            try await bookshelf.run(
                "add", title, "--author", "X", "--added", "2024-06-01", "--status", "read", "--finished", day,
                "--rating",
                title == "A" ? "5" : "2")
        }
        #expect(
            try await bookshelf.run("stats", "--year", "2024").output
                == "year\t2024\nfinished\t2\nfavorites\t0\nrated\t2\naverage rating\t3.50\nadded\t3\n"
                + "loans\t0\n"
                + (1...12).map { "finished in 2024-\($0 < 10 ? "0" : "")\($0)\t\($0 % 11 == 1 ? 1 : 0)\n" }.joined())
        #expect(
            try await bookshelf.run("stats", "--year", "2022", "--json").output
                == """
                {"year":2022,"finished":0,"favorites":0,"rated":0,"added":0,"loans":0,"finishedByMonth":{"2022-01":0,\
                "2022-02":0,"2022-03":0,"2022-04":0,"2022-05":0,"2022-06":0,"2022-07":0,"2022-08":0,"2022-09":0,\
                "2022-10":0,"2022-11":0,"2022-12":0}}

                """)
    }

    @Test func stats() async throws {
        try await bookshelf.addDune()
        #expect(
            try await bookshelf.run("stats").output == """
                books\t1
                to-read\t1
                reading\t0
                read\t0
                abandoned\t0
                favorites\t0
                rated\t0
                lent\t0
                overdue\t0
                people\t0

                """)
        try await bookshelf.run("edit", "dune", "--rating", "4", "--quiet")
        #expect(
            try await bookshelf.run("stats", "--json").output == """
                {"books":1,"byStatus":{"to-read":1,"reading":0,"read":0,"abandoned":0},"favorites":0,"rated":1,\
                "averageRating":4.00,"finishedByYear":{},"lent":0,"overdue":0,"people":0}

                """)
    }

    @Test func statsByMonth() async throws {
        let books = [
            ["A", "2020-01-01", "--rating", "5", "--detail", "Pages=100"],
            ["B", "2019-12-31", "--rating", "4", "--detail", "Pages=20"],
            ["C", "2020-01-31", "--rating", "5"], ["D", "2020-11-30"],
        ]
        for book in books {
            try await bookshelf.run(["add", book[0], "--author", "X", "--finished", book[1]] + book.dropFirst(2))
        }
        #expect(
            try await bookshelf.run("stats", "--by", "month").output == """
                finished in 2019-12\t1
                finished in 2020-01\t2
                finished in 2020-11\t1
                pages in 2019-12\t20
                pages in 2020-01\t100
                rating 4\t1
                rating 5\t2

                """)
        #expect(
            try await bookshelf.run("stats", "--by", "month", "--year", "2020", "--json").output == """
                {"finishedByMonth":{"2020-01":2,"2020-11":1},"pagesByMonth":{"2020-01":100},"byRating":{"5":2}}

                """)
        let wrong = try await bookshelf.run("stats", "--by", "week")
        #expect(wrong.status == 64 && wrong.messages.contains("it takes month"))
    }

    @Test(arguments: [
        ([:], [], "█"), (["LANG": "de_DE.UTF-8"], [], "█"), (["LC_ALL": "C.utf8", "LANG": "C"], [], "█"),
        (["LANG": "C"], [], "#"), (["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"], [], "#"),
        ([:], ["--plain"], "#"),
        (["TERM": "dumb"], [], ""),
    ])
    func barsHaveOnlyCharactersOfTheTerminal(_ variables: [String: String], _ options: [String], _ bar: String)
        async throws
    {
        try await bookshelf.addDune()
        let chart = try await bookshelf.runExactly(["stats", "--color", "always"] + options, variables: variables)
            .output
        #expect(
            chart.replacing(/\u{1B}\[\d+m/, with: "").contains(bar == "" ? "to-read    1\n" : "to-read    1  \(bar)\n"))
        #expect(["#", "█"].allSatisfy { chart.contains($0) == ($0 == bar) })
    }

    @Test func statsCountBooksByTheYearTheyWereFinished() async throws {
        let rows = "title,authors,finished,rating\nA,X,2020-01-01,5\nB,X,2019-12-31,4\nC,X,2020-12-31,4\n"
        try await bookshelf.run("import", "-", input: rows)
        let printed = try await bookshelf.run("stats").output
        #expect(printed.contains("rated\t3\naverage rating\t4.33\nfinished in 2019\t1\nfinished in 2020\t2\n"))
        let json = try await bookshelf.run("stats", "--json").output
        #expect(json.contains(#""averageRating":4.33,"finishedByYear":{"2019":1,"2020":2}"#))
    }
}
