import Domain
import StorageTestSupport
import Testing

@testable import Data

/// The members in the description of a record.
struct MemberTable: MemberVisitor {
    struct Member: Sendable {
        let name: String
        let isRequired: Bool
        let samples: ValueSamples
        /// The value that is written if the record lacks the member; nil if none is.
        let standard: String?
    }

    private(set) var members: [Member] = []

    init<Record: EntityRecord>(of type: Record.Type) {
        var record = Record()
        record.members(&self)
    }

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if let optional = Value.self as? any OptionalValue.Type {
            add("\(name)", optional.wrapped, isRequired, hasStandard: false)
        } else {
            add("\(name)", Value.self, isRequired, hasStandard: !isRequired && !value.isAbsent)
        }
    }

    private mutating func add(_ name: String, _ type: any MemberValue.Type, _ isRequired: Bool, hasStandard: Bool) {
        guard let samples = (type as? any SampleValue.Type)?.samples else {
            Issue.record("\(type) of “\(name)” has no samples")
            return
        }
        let standard = hasStandard ? samples.standard : nil
        if hasStandard, standard == nil { Issue.record("\(type) of “\(name)” has no standard value") }
        members.append(Member(name: name, isRequired: isRequired, samples: samples, standard: standard))
    }
}

/// An optional value.
private protocol OptionalValue {
    static var wrapped: any MemberValue.Type { get }
}

extension Optional: OptionalValue where Wrapped: MemberValue {
    static var wrapped: any MemberValue.Type { Wrapped.self }
}

/// A record as JSON, member by member.
struct MemberText {
    var members: [(name: String, value: String)]

    /// A record with all required members and a random choice of the others, each with a random value.
    init(of table: MemberTable, using chance: inout SeededGenerator) {
        members = table.members.compactMap { member in
            guard member.isRequired || Bool.random(using: &chance) else { return nil }
            return member.samples.values.randomElement(using: &chance).map { (member.name, $0) }
        }
    }

    /// A record with all members.
    init(wholeOf table: MemberTable) {
        members = table.members.map { ($0.name, $0.samples.values[0]) }
    }

    /// The record as the program writes it.
    func written(by table: MemberTable) -> String {
        let written: [(name: String, value: String)] = table.members.compactMap { member in
            let value = members.first { $0.name == member.name }?.value ?? member.standard
            return value.map { (member.name, $0) }
        }
        return MemberText(members: written).text
    }

    private init(members: [(name: String, value: String)]) {
        self.members = members
    }

    var text: String {
        "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// The record with another value of that member.
    func with(_ value: String, for name: String) -> MemberText {
        MemberText(members: members.map { $0.name == name ? (name, value) : $0 })
    }

    func without(_ name: String) -> MemberText {
        MemberText(members: members.filter { $0.name != name })
    }

    /// The record in random order, with members that add nothing: unknown ones, nulls for absent ones, and repetitions
    /// after the first member of a name.
    func disguised(for table: MemberTable, using chance: inout SeededGenerator) -> MemberText {
        var all = members.shuffled(using: &chance)
        for member in table.members {
            guard Bool.random(using: &chance) else { continue }
            if let index = all.firstIndex(where: { $0.name == member.name }) {
                let other =
                    (member.samples.values + member.samples.wrongTypes.filter { $0 != #"["a"# } + ["null"])
                    .randomElement(using: &chance) ?? "null"
                all.insert((member.name, other), at: Int.random(in: index + 1...all.count, using: &chance))
            }
            if Bool.random(using: &chance) {
                all.insert((member.name, "null"), at: Int.random(in: 0...all.count, using: &chance))
            }
        }
        let values = ["null", "1.50", #""id""#, #"{"id":"x","title":[null]}"#, "[[],{}]", #""\u0000\\\"}""#]
        for name in ["publisher", "Id", "ids", "", "bookplate № 7", #"\u0062ound"#] where Bool.random(using: &chance) {
            let value = values.randomElement(using: &chance) ?? "null"
            all.insert((name, value), at: Int.random(in: 0...all.count, using: &chance))
        }
        return MemberText(members: all)
    }

    /// The text with white space wherever it is allowed, and with escapes in names.
    var spacedOut: String {
        "{ " + members.map { "\($0.name.inEscapes) : \($0.value)" }.joined(separator: "\t,\r\n") + " }"
    }
}

extension String {
    /// The text in quotes, with each ASCII letter as an escape.
    fileprivate var inEscapes: String {
        "\"" + unicodeScalars.map { $0.properties.isAlphabetic && $0.isASCII ? $0.escape : String($0) }.joined() + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var escape: String { "\\u00" + String(value, radix: 16) }
}
