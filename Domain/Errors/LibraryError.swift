/// Why a use case, a repository or a unit of work did not do what was asked: one enumeration an area.
///
/// A single error type runs through the ports, so that a rule can refuse in the middle of a unit of work and a
/// reader still knows from the signature all that can go wrong.
public enum LibraryError: Error, Hashable {
    case book(BookError)
    case lending(LendingError)
    case store(StoreError)
    case catalog(CatalogError)
}
