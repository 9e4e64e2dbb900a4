import Domain

extension Borrower: StoredEntity {
    typealias Record = BorrowerRecord
}

struct BorrowerRecord: EntityRecord, Equatable {
    static let kind = "borrower"

    var id: String?
    var name: String?

    init(_ borrower: Borrower) {
        id = "\(borrower.id)"
        name = borrower.name
    }

    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            if try value.null() { return }
            switch name {
            case "id" where id == nil: id = try value.string()
            case "name" where self.name == nil: self.name = try value.string()
            default: try value.skip()
            }
        }
    }

    static func knows(_ name: JSONName) -> Bool {
        switch name {
        case "id", "name": true
        default: false
        }
    }

    static func mark(of key: Never) -> String? {}

    func write(to writer: inout JSONWriter) {
        if let id { writer.member("id", id) }
        if let name { writer.member("name", name) }
    }

    func entity() throws(RecordError) -> Borrower {
        let id = try requiredValue(of: id, "id") { Borrower.ID($0) }
        return try requiredValue(of: name, "name") { try? Borrower(id: id, name: $0) }
    }
}
