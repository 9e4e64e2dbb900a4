import Data
import Domain
import StorageTestSupport
import Testing

/// The text of reviews that other programs have in HTML.
struct HTMLTextTests {
    /// The book of a Goodreads export with this review.
    private func draft(_ review: String) throws -> BookDraft {
        let cell = "\"\(review.replacing("\"", with: "\"\""))\""
        let list = try read("Title,Author,Exclusive Shelf,My Review\nEmma,Jane Austen,read,\(cell)\n")
        return try #require(list.drafts.first)
    }

    @Test(arguments: [
        // Breaks and paragraphs.
        ("one<br/>two", "one\ntwo"), ("one<br>two<BR />three", "one\ntwo\nthree"), ("one<br/><br/>two", "one\n\ntwo"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"), ("<p>one</p>\n  <p>two</p>\n", "one\n\ntwo"),
        ("one<p>two", "one\n\ntwo"),
        ("<div>one<br></div><div>two</div>", "one\ntwo"), ("<div>one</div><div><br></div><div>two</div>", "one\n\ntwo"),
        ("<p>one<br/></p><blockquote><p>two</p></blockquote>three", "one\n\ntwo\n\nthree"),
        ("one\r\n<br/>two,\nthree", "one\ntwo,\nthree"), ("one<br/>\n two", "one\ntwo"),
        ("list:<br/> - one<br/> - two", "list:\n - one\n - two"),
        ("<ul><li>one</li>\n<li><p>two</p></li></ul>three", "- one\n- two\n\nthree"),
        ("<ul><li> one</li></ul>", "- one"),
        ("<p>one</p><p>&nbsp;</p><p>two</p>", "one\n\ntwo"), ("<div><!--block-->one</div>", "one"),
        // Formatting, in each other, not closed and closed twice.
        ("a <b>bold <i>one</i></b>!", "a bold one!"), ("<b>bold", "bold"), ("bold</b></i>", "bold"),
        ("<i>one<b>two</i>three</b>", "onetwothree"), (#"<span style="color: red">red</span>"#, "red"),
        ("<strong>one</strong>\ntwo\n\nthree", "one\ntwo\n\nthree"),
        // Entities, decoded once.
        ("Tom &amp; Jerry", "Tom & Jerry"), ("caf&eacute; &#8211; &#x2019;&quot;&#146;", "café – ’\"’"),
        ("&lt;b&gt; &amp;lt; &yuml;", "<b> &lt; ÿ"), ("one&nbsp;two", "one two"),
        // Links and pictures.
        (#"<a href="https://x.org/?a=1&amp;b=2">there</a>!"#, "there (https://x.org/?a=1&b=2)!"),
        (#"<a href='https://x.org'><i>one</i> two </a>three"#, "one two (https://x.org) three"),
        (#"<a href=https://x.org rel="nofollow" target='_blank'>https://x.org</a>"#, "https://x.org"),
        (#"<a href="https://x.org">x.org</a> <a href="mailto:a@x.org">a@x.org</a>"#, "x.org a@x.org"),
        (#"<a href="https://x.org"></a>"#, "https://x.org"), (#"<a name="x">one</a></a>"#, "one"),
        (#"<a href="https://x.org">one <a href="https://y.org">two"#, "one (https://x.org) two (https://y.org)"),
        (
            #"one<br/><img src="https://x.org/a.gif" alt="a cat"/> <img src="b.gif">"#,
            "one\na cat (https://x.org/a.gif) b.gif"
        ),
        (#"<b title="a > b">one</b>"#, "one"),
    ])
    func aReviewIsReadAsText(html: String, text: String) throws {
        let draft = try draft(html)
        #expect(draft.notes == text)
        // The original is kept unless an export of the text has the same.
        let isReversible = text.replacing("\n", with: "<br/>") == html
        #expect(draft.texts == (isReversible ? [:] : ["My Review": html.tidiedLines]))
    }

    @Test(arguments: [
        "Good.", "a < b", "a <b and c> d", "1 <2", "<3", "<", "<>", "</>", "<b", "x<i && i>y", "<Title>",
        "<unknown>x</unknown>",
        "<spoiler>He dies.</spoiler>", "<script>x</script>", "<a href>x", "<a href=>x", "<a href=\"x>y", "</b x=\"y\">",
        "<!-- x",
        "AT&T; R&D", "&", "&;", "&#;", "&#x;", "&#7;", "&#55296;", "&#99999999999;", "&nosuch;", "&amp", "&lt &gt",
        "one\ntwo  three\n\n four",
    ])
    func whatOnlyLooksLikeHTMLStays(text: String) throws {
        let draft = try draft(text)
        #expect(draft.notes == text)
        #expect(draft.details.isEmpty)
    }

    /// Where there is no text, the original is all there is.
    @Test(arguments: ["<br/>", "<p> </p>", "&nbsp;", "<!-- x -->"]) func markupAloneIsNoText(html: String) throws {
        let draft = try draft(html)
        let book = try Book(id: Book.ID(bits: 1), draft: draft, added: Day(daysSince1970: 0))
        #expect(book.notes == nil)
        #expect(draft.texts == ["My Review": html])
    }

    /// In the columns of reviews of programs that have HTML there, and nowhere else.
    @Test(
        arguments: [
            ("Title,Authors,ISBN/UID,Read Status,Review\nEmma,Austen,,read,<b>x</b>\n", "x", ["Review": "<b>x</b>"]),
            ("Book Id\tTitle\tPrimary Author\tReview\n1\tEmma\tAusten\t<b>x</b>\n", "x", ["Review": "<b>x</b>"]),
            (
                "title,author_text,remote_id,review_content\nEmma,Austen,1,<b>x</b>\n", "x",
                ["review_content": "<b>x</b>"]
            ),
            (
                "Title,Author,Status,Hardcover Book ID,Review\nEmma,Austen,Read,1,<b>x</b>\n", "x",
                ["Review": "<b>x</b>"]
            ),
            ("title,author,review\nEmma,Austen,<b>x</b>\n", "<b>x</b>", [:]),
            ("id,title,authors,status,notes,lentTo,due\n,Emma,Austen,,<b>x</b>,,\n", "<b>x</b>", [:]),
            (#"{"title": "Emma", "authors": ["Austen"], "notes": "<b>x</b>"}"#, "<b>x</b>", [:]),
            (
                "Title,Author,Exclusive Shelf,My Review,Private Notes\nEmma,Austen,read,,<b>x</b>\n", nil,
                ["Private Notes": "<b>x</b>"]
            ),
        ] as [(String, String?, [String: String])])
    func onlyReviewsOfOtherProgramsAreHTML(list: String, notes: String?, details: [String: String]) throws {
        let draft = try #require(try read(list).drafts.first)
        #expect(draft.notes == notes)
        #expect(draft.texts == details)
    }

    /// However a review is damaged, its words are in the notes or in the original, and a Goodreads export has it as it came.
    /// `BOOKSHELF_SEED` replays a run.
    @Test func damagedReviewsLoseNothing() throws {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        let parts = [
            "<b>", "</b>", "<p>", "</p>", "<br/>", "<a href=\"u\">", "</a>", "<a href=\"", "<", ">", "&amp;", "&", ";",
            "\"", "'",
            "<!--", "-->", " ", "\n", "<li>", "=", "<img alt='x'/>",
        ]
        for round in 0..<300 {
            var (html, words) = ("", [String]())
            for index in 0..<Int.random(in: 1...12, using: &random) {
                html += parts.randomElement(using: &random) ?? ""
                words.append("w\(index)w")
                html += words[index]
            }
            let draft = try draft(html)
            let kept = (draft.notes ?? "") + (draft.details.all.first?.text ?? "")
            let book = try Book(id: Book.ID(bits: 1), draft: draft, added: Day(daysSince1970: 0))
            let written = GoodreadsList.write([Row(book)])
            let row = try #require(try CSVTable(String(decoding: written, as: UTF8.self)).rows.first)
            let asItCame = html.tidiedLines.replacing("\n", with: "<br/>")
            #expect(
                [html.tidiedLines, asItCame].contains(row[19]), "BOOKSHELF_SEED=\(seed), round \(round): \(html)")
            for word in words { #expect(kept.contains(word), "BOOKSHELF_SEED=\(seed), round \(round): \(html)") }
        }
    }

    /// However many there are.
    @Test(arguments: ["<a x=", "<!--", "<b ", "&#", "<a href=\"<"]) func unclosedTagsTakeNoLongTime(part: String) throws
    {
        let review = String(repeating: part, count: 100_000 / part.utf8.count)
        #expect(try draft(review).notes == review.tidiedLines)
    }
}
