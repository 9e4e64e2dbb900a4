public import Domain

/// The conditions on books, written shortly.
extension BookQuery {
    public var statuses: [ReadingStatus] {
        get {
            conditions(on: .own(.status)).flatMap { condition -> [ReadingStatus] in
                guard case .oneOf(let values) = condition else { return [] }
                return values.compactMap { ReadingStatus($0) }
            }
        }
        set { replace(newValue.isEmpty ? [] : [.oneOf(newValue)], .own(.status)) }
    }

    public var ratings: [Condition] {
        get { conditions(on: .own(.rating)) }
        set { replace(newValue, .own(.rating)) }
    }
    public var added: [Condition] {
        get { conditions(on: .own(.added)) }
        set { replace(newValue, .own(.added)) }
    }
    public var finished: [Condition] {
        get { conditions(on: .own(.finished)) }
        set { replace(newValue, .own(.finished)) }
    }
    public var authors: [String] {
        get { texts(.own(.authors)) }
        set { replace(newValue.map { .words($0) }, .own(.authors)) }
    }
    public var shelfNames: [String] {
        get { texts(.own(.shelves)) }
        set { replace(newValue.map { .named($0) }, .own(.shelves)) }
    }
    public var title: String? {
        get { texts(.own(.title)).first }
        set { replace(newValue.map { [.named($0)] } ?? [], .own(.title)) }
    }
    public var details: [BookDetail] {
        get {
            conditions(on: .own(.details)).compactMap { condition -> BookDetail? in
                if case .namedWords(let text) = condition { text } else { nil }
            }
        }
        set { replace(newValue.map { .namedWords($0) }, .own(.details)) }
    }
    public var words: [BookField: String] {
        get { [:] }
        set { for (field, text) in newValue { replace([.words(text)], .own(field)) } }
    }
    public var favoritesOnly: Bool {
        get { !conditions(on: .own(.favorite)).isEmpty }
        set { replace(newValue ? [.oneOf([true])] : [], .own(.favorite)) }
    }

    func texts(_ field: ListField<Book>) -> [String] {
        conditions(on: field).compactMap { condition -> String? in
            switch condition {
            case .words(let text), .named(let text): text
            default: nil
            }
        }
    }

    mutating func replace(_ conditions: [Condition], _ field: ListField<Book>) {
        removeConditions(on: field)
        for condition in conditions { require(field, condition) }
    }
}
