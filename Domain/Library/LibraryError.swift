/// Why a use case, a repository or a unit of work failed: one case for each area.
///
/// All ports throw this one type, so that a rule can refuse within a unit of work, and the signature still lists every
/// error.
public enum LibraryError: Error, Hashable {
    case catalog(CatalogError)
    case merging(MergingError)
    case value(ValueError)
    /// The library has an entity with the identifier of a new one.
    case identifierInUse(String)
    /// The entity of the first name can't be removed because the other refers to it.
    case isReferredTo(String, by: String)
    case book(BookError)
    case lending(LendingError)
    case store(StoreError)
    case undo(UndoError)
}
