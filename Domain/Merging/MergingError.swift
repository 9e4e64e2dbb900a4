/// Why books can't be merged.
public enum MergingError: Error, Hashable {
    /// Only one of the books can be lent.
    case areLent([LoanListing])
    case mergedIntoItself(Book)
}
