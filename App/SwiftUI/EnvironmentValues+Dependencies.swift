#if canImport(SwiftUI)
import SwiftUI

/// The key of our dependencies among SwiftUI's. In a debug build, reading a key that
/// was not provided stops the program and names the key.
private struct DependenciesKey: EnvironmentKey {
    static let defaultValue = AppEnvironment { assertionFailure("\($0) is used, but no dependencies are provided") }
}

extension EnvironmentValues {
    /// The dependencies of the program, for all views below `.environment(\.dependencies, …)`.
    var dependencies: AppEnvironment {
        get { self[DependenciesKey.self] }
        set { self[DependenciesKey.self] = newValue }
    }
}
#endif
