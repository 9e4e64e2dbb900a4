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
        .trait(name: "Remote", description: "Networking, which needs URLSession."),
        .default(enabledTraits: ["Remote"]),
    ],
    targets: [
        // The arrows of the architecture. Each folder at the top level is a target of that name.
        .target(name: "Domain", path: "Domain"),
        .target(name: "Storage", path: "Data/Storage"),
        .target(name: "Data", dependencies: ["Domain", "Storage"], path: "Data", exclude: ["Storage"]),
        .target(name: "Presentation", dependencies: ["Domain"], path: "Presentation"),
        .executableTarget(name: "App", dependencies: ["Domain", "Storage", "Data", "Presentation"], path: "App"),

        .testTarget(name: "DomainTests", dependencies: ["Domain", "Storage", "Data", "TestSupport"]),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Storage", "StorageWorker", "FuzzChecks", "FileTestSupport", "StorageTestSupport", "TestTraits",
            ]),
        .testTarget(
            name: "DataTests",
            dependencies: [
                "Domain", "Storage", "Data", "Histories", "TestSupport", "FileTestSupport", "StorageTestSupport",
                "TestTraits",
            ]),
        .testTarget(
            name: "PresentationTests",
            dependencies: ["Domain", "Storage", "Data", "Presentation", "TestSupport", "TestTraits"]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "Domain", "Storage", "Data", "Presentation", "TestSupport", "FileTestSupport",
                "TestTraits", "StorageTestSupport",
            ],
            exclude: ["FullScreen/Pictures"]),
        .target(
            name: "TestSupport", dependencies: ["Domain", "StorageTestSupport"], path: "Tests/Support/TestSupport"),
        // Temporary and damaged files, and the engines that can run here, for any test target.
        .target(
            name: "FileTestSupport",
            dependencies: [
                "Storage",
                "StorageTestSupport",
            ],
            path: "Tests/Support/FileTestSupport"),
        // Processes, servers and seeded chance, for any test target.
        .target(name: "StorageTestSupport", path: "Tests/Support/StorageTestSupport"),
        // How tests run.
        .target(name: "TestTraits", path: "Tests/Support/TestTraits"),
        // Checks that must hold for any file, run by tests and by the toolchain's fuzzer.
        .target(name: "FuzzChecks", dependencies: ["Storage"], path: "Tests/Fuzzing/Checks"),
        // Checks that libraries are linearizable, by what several processes are answered.
        .executableTarget(
            name: "Histories",
            dependencies: ["Domain", "Storage", "Data", "TestSupport", "FileTestSupport", "StorageTestSupport"],
            path: "Tests/Histories"),
        // A program that tests start and kill.
        .executableTarget(
            name: "StorageWorker", dependencies: ["Storage", "FileTestSupport"], path: "Tests/Support/StorageWorker"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Domain", "Storage", "Data", "Presentation", "TestSupport", "StorageTestSupport"],
            path: "Tests/Benchmarks",
            exclude: ["completion.sh", "counting.sh", "gate.sh", "gate.txt", "instructions.sh"]),
        // Makes new projects: `swift run template`.
        .executableTarget(name: "template", path: "Tests/Template/Generator"),
    ],
    swiftLanguageModes: [.v6]
)

// A system library has no Swift sources.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
