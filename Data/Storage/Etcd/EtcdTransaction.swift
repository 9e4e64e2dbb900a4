/// A condition of a transaction.
enum EtcdCondition: Hashable {
    /// The key was last written at this revision; 0 means that it doesn't exist.
    case modified(String, at: Int64)
    /// No existing key of the range was written after this revision.
    case unchanged(EtcdRange, since: Int64)
}

enum EtcdChange: Hashable {
    case put(String, [UInt8])
    case delete(String)
}

/// Changes that are made together if all conditions hold, or not at all.
///
/// A server limits the operations of a transaction. At each level it counts the conditions or the changes, whichever
/// are more, and along each path of nested transactions the counts may add up to the limit. So changes beyond the limit
/// go into nested transactions, up to three levels deep. All are carried out at one revision.
struct EtcdTransaction: Hashable {
    var conditions: [EtcdCondition] = []
    var changes: [EtcdChange] = []

    /// A server's default limit (`--max-txn-ops`). It also limits the bytes (`--max-request-bytes`), and counts these
    /// itself.
    static let mostOperations = 128
    /// The largest number of changes, with few conditions.
    static let mostChanges = widths(levels: 3, conditions: 0).reduce(1, *)

    /// The limit that the transaction exceeds, if any.
    var exceededLimit: String? { operations == nil ? "\(Self.mostChanges) changes in one transaction" : nil }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("compare")
            writer.array { writer in
                for condition in conditions { writer.object { condition.write(to: &$0) } }
            }
            (operations ?? changes.map { .change($0) }).write(to: &writer)
        }
        return writer.bytes
    }

    /// The changes, nested as little as possible; nil if there are too many.
    private var operations: [EtcdOperation]? {
        for levels in 1...3 {
            let widths = Self.widths(levels: levels, conditions: conditions.count)
            if widths.allSatisfy({ $0 > 0 }), widths.reduce(0, +) <= Self.mostOperations,
                widths.reduce(1, *) >= changes.count
            {
                return Self.nested(changes[...], widths[...])
            }
        }
        return nil
    }

    /// The number of operations in a transaction at each level, outermost first.
    private static func widths(levels: Int, conditions: Int) -> [Int] {
        var rest = mostOperations
        return (0..<levels).map { level in
            let width = max(rest / (levels - level), level == 0 ? conditions : 0)
            rest -= width
            return width
        }
    }

    private static func nested(_ changes: ArraySlice<EtcdChange>, _ widths: ArraySlice<Int>) -> [EtcdOperation] {
        if widths.count == 1 { return changes.map { .change($0) } }
        let inner = widths.dropFirst()
        return stride(from: changes.startIndex, to: changes.endIndex, by: inner.reduce(1, *)).map { start in
            .transaction(nested(changes[start...].prefix(inner.reduce(1, *)), inner))
        }
    }
}

/// A change, or a transaction of several.
private enum EtcdOperation {
    case change(EtcdChange)
    indirect case transaction([EtcdOperation])
}

extension [EtcdOperation] {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.name("success")
        writer.array { writer in
            for operation in self { writer.object { operation.write(to: &$0) } }
        }
    }
}

extension EtcdOperation {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .change(.put(let key, let value)):
            writer.name("request_put")
            writer.object { writer in
                writer.base64Member("key", Array(key.utf8))
                writer.base64Member("value", value)
            }
        case .change(.delete(let key)):
            writer.name("request_delete_range")
            writer.object { $0.base64Member("key", Array(key.utf8)) }
        case .transaction(let operations):
            writer.name("request_txn")
            writer.object { operations.write(to: &$0) }
        }
    }
}

extension EtcdCondition {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("target", "MOD")
        switch self {
        case .modified(let key, let revision):
            EtcdRange.key(key).write(to: &writer)
            writer.member("result", "EQUAL")
            writer.member("mod_revision", "\(revision)")
        case .unchanged(let range, let revision):
            range.write(to: &writer)
            writer.member("result", "LESS")
            writer.member("mod_revision", "\(revision + 1)")
        }
    }
}
