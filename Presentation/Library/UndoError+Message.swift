public import Domain

extension UndoError {
    /// Why nothing was undone, for people.
    public var message: String {
        switch self {
        case .superseded: "can't undo the last change: the library was changed meanwhile"
        case .changedSince(let entity): "can't undo the last change: \(entity.named) was changed since"
        case .refused(let error): "can't undo the last change: \(error.message)"
        case .missing(let entity, let other):
            "can't undo the last change: \(other.named) needs \(entity.named), which the library would lack"
        case .unknownType(let plural):
            "can't undo the last change: it changed \(plural), which this version doesn't know"
        }
    }
}

extension EntityName {
    /// The entity, for people.
    public var named: String { "\(noun) " + (text.isEmpty ? id : "\"\(text)\" (\(id))") }
}
