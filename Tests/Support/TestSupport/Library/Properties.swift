/// The stored properties of a value, described as texts: an optional one like its value, or as "nil".
public func properties(of value: Any) -> [String: String] {
    let pairs = Mirror(reflecting: value).children.map { child in
        let mirror = Mirror(reflecting: child.value)
        let isOptional = mirror.displayStyle == .optional
        return (child.label ?? "", "\(isOptional ? mirror.children.first?.value ?? "nil" : child.value)")
    }
    return Dictionary(uniqueKeysWithValues: pairs)
}

/// The names of those of its stored properties that can be without a value: optional ones, and lists.
public func optionalProperties(of value: Any) -> Set<String> {
    let children = Mirror(reflecting: value).children.filter { child in
        [.optional, .collection].contains(Mirror(reflecting: child.value).displayStyle)
    }
    return Set(children.compactMap(\.label))
}
