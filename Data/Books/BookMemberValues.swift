import Domain
import Storage
import Synchronization

// How the values of a book are stored.

extension ISBN: TextValue {
    init?(text: String) { try? self.init(text) }
    var text: String { description }
}

extension ReadingStatus: TextValue {}

extension Rating: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let stars = try read { () throws(JSONError) in try scanner.integer() }
        guard let rating = Rating(stars) else { throw .wrongValue("\(stars)") }
        self = rating
    }

    func write(to writer: inout JSONWriter) {
        writer.number(stars)
    }
}

extension BookDetails: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let texts = try read { () throws(JSONError) in try scanner.namedStrings() }
        self.init()
        for (name, text) in texts {
            guard let name = DetailName(name) else { throw .wrongValue(name) }
            add(text, named: name)
        }
    }

    init(tidyIn scanner: inout JSONScanner) throws(MemberError) {
        var details: [BookDetail] = []
        details.reserveCapacity(latestCount.load(ordering: .relaxed))
        var wrongName: String?
        try read { () throws(JSONError) in
            try scanner.object { name, value throws(JSONError) in
                let (name, text) = (try name.text(), try value.string())
                if let name = DetailName(tidy: name) {
                    details.append(BookDetail(name: name, text: text))
                } else {
                    wrongName = wrongName ?? name
                }
            }
        }
        if let wrongName { throw .wrongValue(wrongName) }
        latestCount.store(details.count, ordering: .relaxed)
        self.init(tidy: details)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for detail in all {
                writer.name(detail.name.description)
                writer.string(detail.text)
            }
        }
    }

    var isAbsent: Bool { isEmpty }
}

/// A list for each program.
extension BookSources: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self.init()
        var wrong: String?
        try read { () throws(JSONError) in
            try scanner.object { name, value throws(JSONError) in
                let program = try name.text()
                for id in try value.strings() {
                    let source = BookSource(program: program, id: id)
                    if let source { add(source) } else { wrong = "\(program):\(id)" }
                }
            }
        }
        if let wrong { throw .wrongValue(wrong) }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (program, ids) in byProgram {
                writer.name(program)
                ids.write(to: &writer)
            }
        }
    }

    var isAbsent: Bool { isEmpty }
}

/// How many details the latest book had: mostly the next one has as many. An array that grows takes a third more memory
/// for a large library.
private let latestCount = Atomic(0)
