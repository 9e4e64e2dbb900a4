/// Why a rule about items refused what was asked for.
public enum ItemError: Error, Hashable {
    case missing(ItemField)
    case noSuchItem(String)
    /// Several items match the name.
    case ambiguous(String, [Item])
    /// Others have changed these fields meanwhile.
    case changedMeanwhile([ItemField])
}
