/// Which names a project can use, as far as its files needn't be known.
enum NameRules {
    /// Throws unless `text` can name a type or, in lower case, a variable. `role` says what it names.
    static func checkType(_ text: String, _ role: String) throws(Refusal) {
        guard text.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
            let isAlmost = text.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil
            throw Refusal(
                "\"\(text)\" can't be the \(role): it needs a capital letter, then letters from A to Z or digits",
                "use for example \(isAlmost ? text.uppercasedFirst : "RoomKey")")
        }
        guard !isKeyword(text), !isKeyword(Name(text).form(.identifier)), !types.contains(text) else {
            throw Refusal("the \(role) can't be \(text), which Swift or its libraries use", "use for example My\(text)")
        }
    }

    static func checkField(_ text: String) throws(Refusal) {
        guard text.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil else {
            throw Refusal(
                "\"\(text)\" can't be a field: it needs a small letter, then letters from A to Z or digits",
                "use for example bestBefore")
        }
        let isNegation = text.contains(/^no[A-Z]/)
        guard !isNegation, !text.hasPrefix("sample"), !members.contains(text.lowercased()) else {
            let reason =
                isNegation ? "options that begin with --no- empty a field" : "Swift or the program uses that name"
            throw Refusal("\"\(text)\" can't be a field: \(reason)", "use for example my\(text.uppercasedFirst)")
        }
    }

    /// Whether Testing has a type of that name, which the tests of every project leave alone.
    static func isInTesting(_ type: String) -> Bool { ["Attachment", "Bug", "Comment", "Tag"].contains(type) }

    static func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

    private static let keywords = words(
        """
        Any Protocol Self Type as associatedtype await break case catch class continue default defer deinit do else enum
        extension fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch throw
        throws true try typealias var where while
        """)

    /// The project's modules, and what its sources and tests see besides.
    private static let types = words(
        """
        App Data Domain Presentation Storage Dispatch Foundation Observation Swift Synchronization Testing
        Actor AnyObject Array Bool Character Clock Codable Collection Comparable Decodable Dictionary Double Duration
        Encodable Equatable Error Float Hashable Hasher Identifiable Int KeyPath Mirror Mutex Never Observable Optional
        Range Regex Result Sendable Sequence Set Slice String Substring Task TaskGroup UInt Unicode Void
        Confirmation Expectation Issue Suite Test Trait
        Bundle Calendar Date Decimal Formatter Host Locale Measurement Notification Operation Pipe Port Process Progress
        Scanner Stream Thread TimeZone Timer Unit URL UUID
        """)

    /// Members of every entity; all in lower case.
    private static let members = words("allcases draft hash hashvalue id init newvalue quoted rawvalue self tidied")

    /// The options that commands have whatever the fields are: see `DescribedField.option`.
    static let options = words(
        """
        all color columns directory dry-run format from help in json limit offset plain quiet reverse sort store trace
        update version where yes
        """)

    /// Commands of every project, which a further feature would hide.
    static let commands = words(
        "add backup completions edit export help import list remove repair restore settings show watch")

    /// Commands of shells and other programs, which a program can't be called as.
    static let programs = words(
        """
        alias bash bg cat cd cp echo env eval exec exit export fg find git grep history jobs kill ls make man mkdir mv
        ps pwd read rm sed set sh sort source sudo swift tar template test time top trap type ulimit umask wait which
        """)

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: /\s/).map { String($0) }) }
}
