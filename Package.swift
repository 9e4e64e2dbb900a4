// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bookshelf",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "bookshelf", targets: ["App"]),
        .library(name: "BookshelfLayers", targets: ["Domain", "Data", "Presentation"]),
    ],
    traits: [
        .trait(name: "Remote", description: "Libraries and catalogues on other machines. Needs URLSession."),
        .default(enabledTraits: ["Remote"]),
    ],
    targets: [
        // The arrows of the architecture. Each folder at the top level is the target of that name.
        .target(name: "Domain", path: "Domain"),
        .target(name: "Storage", path: "Data/Storage"),
        .target(name: "Data", dependencies: ["Domain", "Storage"], path: "Data", exclude: ["Storage"]),
        .target(name: "Presentation", dependencies: ["Domain"], path: "Presentation"),
        .executableTarget(name: "App", dependencies: ["Domain", "Storage", "Data", "Presentation"], path: "App"),

        .testTarget(name: "DomainTests", dependencies: ["Domain", "Storage", "Data", "TestSupport"]),
        .testTarget(
            name: "StorageTests",
            dependencies: ["Storage", "StorageWorker", "FuzzChecks", "FileTestSupport", "StorageTestSupport"]),
        .testTarget(
            name: "DataTests",
            dependencies: ["Domain", "Storage", "Data", "TestSupport", "FileTestSupport", "StorageTestSupport"]),
        .testTarget(
            name: "PresentationTests", dependencies: ["Domain", "Storage", "Data", "Presentation", "TestSupport"]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "Domain", "Storage", "Data", "TestSupport", "StorageTestSupport",
            ]),
        .target(
            name: "TestSupport", dependencies: ["Domain", "StorageTestSupport"], path: "Tests/Support/TestSupport"),
        // Files as tests look at them, and processes and chance: for every test target below the domain, too.
        .target(name: "FileTestSupport", dependencies: ["Storage"], path: "Tests/Support/FileTestSupport"),
        .target(name: "StorageTestSupport", path: "Tests/Support/StorageTestSupport"),
        // What must hold of any file, for the tests and for the toolchain's fuzzer.
        .target(name: "FuzzChecks", dependencies: ["Storage"], path: "Tests/Fuzzing/Checks"),
        // A process for the tests to kill.
        .executableTarget(name: "StorageWorker", dependencies: ["Storage"], path: "Tests/Support/StorageWorker"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Domain", "Storage", "Data", "Presentation", "TestSupport", "StorageTestSupport"],
            path: "Tests/Benchmarks",
            exclude: ["instructions.sh"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
