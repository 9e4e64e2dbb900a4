#if canImport(SwiftUI)
import Data
import SwiftUI

/// The list with sample books, without books, and with a library that can't be read.
struct LibraryPreviews: PreviewProvider {
    // `/dev/null` is a file, so no library can be opened inside it.
    private static let unreadable = StoreChoice.file.library(in: "/dev/null", Variables { _ in nil })

    static var previews: some SwiftUI.View {
        LibraryView().environment(\.dependencies, .demo()).previewDisplayName("Sample")
        LibraryView().environment(\.dependencies, .demo().with(.inMemory())).previewDisplayName("Empty")
        LibraryView().environment(\.dependencies, .demo().with(unreadable)).previewDisplayName("Failing")
    }
}
#endif
