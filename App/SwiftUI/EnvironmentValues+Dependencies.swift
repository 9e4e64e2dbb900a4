#if canImport(SwiftUI)
import SwiftUI

/// The key of our dependencies among SwiftUI's. What is read although nothing was provided stops a debug build by name.
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
