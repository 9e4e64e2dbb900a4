public import Domain

/// The library in numbers.
public typealias StatisticsViewModel = LibraryContent<LibraryStatistics>

extension LibraryContent<LibraryStatistics> {
    public convenience init(context: UseCaseContext) {
        self.init(of: context.library) { LibraryStatistics(of: $0, today: context.today()) }
    }
}

/// One year in numbers.
public typealias YearStatisticsViewModel = LibraryContent<YearStatistics>

extension LibraryContent<YearStatistics> {
    public convenience init(_ year: Int, context: UseCaseContext) {
        self.init(of: context.library) { YearStatistics(of: $0, year: year) }
    }
}
