// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
    // https://developer.apple.com/documentation/swiftui/app/body-swift.associatedtype
    associatedtype Body: Scene
    // https://developer.apple.com/documentation/swiftui/app/body-swift.property
    var body: Body { get }
    // https://developer.apple.com/documentation/swiftui/app/init()
    init()
}

extension App {
    // https://developer.apple.com/documentation/swiftui/app/main()
    public static func main() {}
}

// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {}

// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content>: Scene where Content: View {
    // https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/previewprovider
@MainActor @preconcurrency public protocol PreviewProvider {
    // https://developer.apple.com/documentation/swiftui/previewprovider/previews-swift.associatedtype
    associatedtype Previews: View
    // https://developer.apple.com/documentation/swiftui/previewprovider/previews-swift.type.property
    @ViewBuilder static var previews: Previews { get }
}
