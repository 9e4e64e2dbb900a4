#if canImport(SwiftUI)
import Domain
import Presentation
import SwiftUI

extension SwiftUI.View {
    /// Says why something wasn't done, until the user dismisses it.
    func alert(for error: Binding<LibraryError?>) -> some SwiftUI.View {
        alert(
            Text("That didn't work"), isPresented: error.isShown, presenting: error.wrappedValue,
            actions: { _ in Button("OK") {} }, message: { Text(verbatim: $0.sentence) })
    }
}

extension LibraryError {
    var sentence: String { "\(message.withCapital)." }
}

extension LibraryError? {
    fileprivate var isShown: Bool {
        get { self != nil }
        set { if !newValue { self = nil } }
    }
}
#endif
