// swift-tools-version: 6.2
import PackageDescription

// Lending one book, three times: the ladder of `Domain/Domain.docc/WhyLayers.md`. Each rung is a program that does the
// same. A package of its own, so that the project's build doesn't wait for it:
//
//   swift test --package-path Tests/Ladder --scratch-path .build/ladder
let package = Package(
    name: "ladder",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "Layers", targets: ["App"])],
    targets: [
        .executableTarget(name: "OneFile", path: "OneFile"),

        .executableTarget(name: "ModelAndViewModel", path: "ModelAndViewModel"),

        .target(name: "Domain", path: "Layers/Domain"),
        .target(name: "Data", dependencies: ["Domain"], path: "Layers/Data"),
        .target(name: "Presentation", dependencies: ["Domain"], path: "Layers/Presentation"),
        .executableTarget(name: "App", dependencies: ["Domain", "Data", "Presentation"], path: "Layers/App"),

        .testTarget(
            name: "LadderTests",
            dependencies: ["OneFile", "ModelAndViewModel", "Domain", "Data", "Presentation", "App"], path: "Tests"),
    ],
    swiftLanguageModes: [.v6]
)

// The same settings as in the project.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
