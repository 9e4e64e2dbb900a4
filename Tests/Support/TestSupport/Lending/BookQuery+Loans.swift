public import Domain

/// The conditions on who has a book.
extension BookQuery {
    public var due: [Condition] {
        get { conditions(on: .derived(.due)) }
        set { replace(newValue, .derived(.due)) }
    }
    public var holders: [String] {
        get { texts(.derived(.lentTo)) }
        set { replace(newValue.map { .words($0) }, .derived(.lentTo)) }
    }
    public var lentOnly: Bool {
        get { conditions(on: .derived(.lentTo)).contains(.present) }
        set { replace(newValue ? [.present] : [], .derived(.lentTo)) }
    }
}
