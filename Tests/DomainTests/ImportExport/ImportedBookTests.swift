import Testing

@testable import Domain

struct ImportedBookTests {
    @Test func onlyStatusAndFavouriteAreNeverAbsent() {
        #expect(BookField.neverAbsent == [.status, .favorite])
    }
}
