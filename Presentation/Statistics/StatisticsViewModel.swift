public import Domain

/// The library in numbers.
public typealias StatisticsViewModel = LibraryContent<LibraryStatistics>

extension LibraryContent<LibraryStatistics> {
    public convenience init(context: UseCaseContext) {
        self.init(of: context.library) { LibraryStatistics(of: $0, today: context.today()) }
    }
}
