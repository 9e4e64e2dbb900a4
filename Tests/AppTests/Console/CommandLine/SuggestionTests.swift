import Testing

@testable import App

struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("list", "list", 0), ("lsit", "list", 1), ("lst", "list", 1), ("listt", "list", 1),
        ("lust", "list", 1), ("kitten", "sitting", 3), ("", "abc", 3), ("ca", "abc", 3),
    ])
    func distance(_ left: String, _ right: String, _ expected: Int) {
        #expect(editDistance(Array(left), Array(right)) == expected)
        #expect(editDistance(Array(right), Array(left)) == expected)
    }

    @Test func theNearestIsSuggested() {
        #expect(suggestion(for: "expotr", among: ["import", "export"]) == "export")
        #expect(suggestion(for: "LIST", among: ["list"]) == "list")
        #expect(suggestion(for: "plum", among: ["list", "send"]) == nil)
        #expect(suggestion(for: "x", among: []) == nil)
    }

    @Test(arguments: [
        ("plain", "plain"), ("/a/b-c_d.e", "/a/b-c_d.e"), ("my notes", "'my notes'"), ("it's", #"'it'\''s'"#),
        ("", "''"),
        ("$HOME", "'$HOME'"), ("a;b", "'a;b'"), ("été", "'été'"),
    ])
    func argumentsAreQuotedForAShell(_ text: String, _ quoted: String) {
        #expect(text.inShell == quoted)
    }
}
