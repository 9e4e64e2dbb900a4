public import Domain

/// The books that a query finds.
public typealias BookListViewModel = ListViewModel<Book>

extension ListViewModel<Book> {
    /// A list that is sorted as the user prefers, unless a sort is chosen for it.
    public convenience init(
        context: UseCaseContext, preferences: any PreferencesRepository, query: BookQuery = BookQuery(),
        usesPreferredSort: Bool = true
    ) {
        self.init(
            context: context, preferred: PreferredSort(preferences), query: query,
            usesPreferredSort: usesPreferredSort)
    }
}

extension PreferredSort<BookField> {
    fileprivate init(_ preferences: any PreferencesRepository) {
        self.init(
            read: { () throws(LibraryError) in try await preferences.preferences().sort.order },
            observe: {
                Updates { send throws(LibraryError) in
                    for try await new in preferences.observe() { send(new.sort.order) }
                }
            })
    }
}
