import SwiftUI

/// A program that shows the library in a window, in place of `App/Program.swift`.
@main
struct LibraryApp: SwiftUI.App {
    @State private var dependencies: AppEnvironment?
    @State private var failure: String?

    var body: some Scene {
        WindowGroup {
            if let dependencies {
                LibraryView().environment(\.dependencies, dependencies)
            } else if let failure {
                Text(verbatim: failure)
            } else {
                ProgressView().task { await open() }
            }
        }
    }

    private func open() async {
        do throws(CommandError) {
            dependencies = try await .live(GlobalOptions(), Variables { SystemProcess.variable($0) })
        } catch {
            failure = ErrorReport(error).message
        }
    }
}
