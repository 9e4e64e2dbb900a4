// The part of SwiftUI that App/SwiftUI uses, declared so that the compiler can check those views where there is no
// SwiftUI. Nothing here draws: bodies are what it takes to compile.
//
// Above each declaration is the page of Apple's documentation that has its signature. Attributes that concern linking are
// left out, and so are conformances and requirements that no view of ours needs. Where the documentation of 2026 says
// @ContentBuilder, this says @ViewBuilder: the name in Xcode 26, and in Xcode 27 another name for the same. "Not seen"
// means that the page shows this signature for other types only, or not in full.

// A program that imports SwiftUI can use Foundation, and `Data` then means Foundation's type.
@_exported public import Foundation

// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
    // https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
    associatedtype Body: View
    // https://developer.apple.com/documentation/swiftui/view/body-8kl5o
    @ViewBuilder var body: Body { get }
}

// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: View {
    nonisolated public init() {}
    public var body: EmptyView { self }
}

// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
    // https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)-2bj1g
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View {
        TupleView((repeat each content))
    }
    // https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
    public static func buildEither<TrueContent, FalseContent>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        _ConditionalContent()
    }
    // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
    public static func buildEither<TrueContent, FalseContent>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        _ConditionalContent()
    }
}

// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<T>: View {
    nonisolated public init(_ value: T) {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
public struct _ConditionalContent<TrueContent, FalseContent>: View {
    nonisolated init() {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swift/optional
extension Optional: View where Wrapped: View {
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {}
}

// https://developer.apple.com/documentation/swiftui/text
public struct Text: View {
    // https://developer.apple.com/documentation/swiftui/text/init(verbatim:)
    nonisolated public init(verbatim content: String) {}
    // https://developer.apple.com/documentation/swiftui/text/init(_:tablename:bundle:comment:)
    nonisolated public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/image
public struct Image: View {
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/label
public struct Label<Title, Icon>: View where Title: View, Icon: View {
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label>: View where Label: View {
    // https://developer.apple.com/documentation/swiftui/button/init(action:label:)
    @preconcurrency nonisolated public init(
        action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {}
    public var body: EmptyView { EmptyView() }
}

extension Button where Label == Text {
    // https://developer.apple.com/documentation/swiftui/button/init(_:action:)
    @preconcurrency nonisolated public init(
        _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
    ) {}
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    // https://developer.apple.com/documentation/swiftui/button/init(_:systemimage:action:)
    nonisolated public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) {}
}

// https://developer.apple.com/documentation/swiftui/toggle
public struct Toggle<Label>: View where Label: View {
    // https://developer.apple.com/documentation/swiftui/toggle/init(ison:label:)
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
    public var body: EmptyView { EmptyView() }
}

extension Toggle where Label == Text {
    // https://developer.apple.com/documentation/swiftui/toggle/init(_:ison:)
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
}

// https://developer.apple.com/documentation/swiftui/picker
public struct Picker<Label, SelectionValue, Content>: View
where Label: View, SelectionValue: Hashable, Content: View {
    // https://developer.apple.com/documentation/swiftui/picker/init(selection:content:label:)
    nonisolated public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/stepper
public struct Stepper<Label>: View where Label: View {
    // https://developer.apple.com/documentation/swiftui/stepper/init(value:in:step:label:oneditingchanged:)
    nonisolated public init<V>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V: Strideable {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/textfield
public struct TextField<Label>: View where Label: View {
    // https://developer.apple.com/documentation/swiftui/textfield/init(text:prompt:label:)
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {}
    public var body: EmptyView { EmptyView() }
}

extension TextField where Label == Text {
    // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

// https://developer.apple.com/documentation/swiftui/labeledcontent
public struct LabeledContent<Label, Content>: View {
    public var body: EmptyView { EmptyView() }
}

extension LabeledContent where Label == Text, Content == Text {
    // https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)
    nonisolated public init<S1, S2>(_ title: S1, value: S2) where S1: StringProtocol, S2: StringProtocol {}
}

// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView<Label, CurrentValueLabel>: View where Label: View, CurrentValueLabel: View {
    public var body: EmptyView { EmptyView() }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    // https://developer.apple.com/documentation/swiftui/progressview/init()
    nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/contentunavailableview
public struct ContentUnavailableView<Label, Description, Actions>: View
where Label: View, Description: View, Actions: View {
    // https://developer.apple.com/documentation/swiftui/contentunavailableview/init(label:description:actions:)
    nonisolated public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {}
    public var body: EmptyView { EmptyView() }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    // https://developer.apple.com/documentation/swiftui/contentunavailableview/search(text:)
    public static func search(text: String) -> ContentUnavailableView<Label, Description, Actions> {
        ContentUnavailableView(label: { Label() }, description: { Description() }, actions: { Actions() })
    }
}

// https://developer.apple.com/documentation/swiftui/searchunavailablecontent
public struct SearchUnavailableContent {
    public struct Label: View {
        public var body: EmptyView { EmptyView() }
    }
    public struct Description: View {
        public var body: EmptyView { EmptyView() }
    }
    public struct Actions: View {
        public var body: EmptyView { EmptyView() }
    }
}

// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content>: View where Content: View {
    // https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/hstack
public struct HStack<Content>: View where Content: View {
    // https://developer.apple.com/documentation/swiftui/hstack/init(alignment:spacing:content:)
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/horizontalalignment
public struct HorizontalAlignment: Sendable {
    // https://developer.apple.com/documentation/swiftui/horizontalalignment/leading
    public static let leading = HorizontalAlignment()
    // https://developer.apple.com/documentation/swiftui/horizontalalignment/center
    public static let center = HorizontalAlignment()
}

// https://developer.apple.com/documentation/swiftui/verticalalignment
public struct VerticalAlignment: Sendable {
    // https://developer.apple.com/documentation/swiftui/verticalalignment/center
    public static let center = VerticalAlignment()
}

// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Sendable {
    // https://developer.apple.com/documentation/swiftui/alignment/center
    public static let center = Alignment()
}

// https://developer.apple.com/documentation/swiftui/form
public struct Form<Content>: View where Content: View {
    // https://developer.apple.com/documentation/swiftui/form/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/list
public struct List<SelectionValue, Content>: View where SelectionValue: Hashable, Content: View {
    public var body: EmptyView { EmptyView() }
}

extension List where SelectionValue == Never {
    // https://developer.apple.com/documentation/swiftui/list/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data, ID, Content>: View where Data: RandomAccessCollection, ID: Hashable, Content: View {
    public var body: EmptyView { EmptyView() }
}

extension ForEach where ID == Data.Element.ID, Data.Element: Identifiable {
    // Not seen: the page has map content. https://developer.apple.com/documentation/swiftui/foreach/init(_:content:)
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension ForEach {
    // Not seen: the page has map content. https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

// https://developer.apple.com/documentation/swiftui/navigationpath
public struct NavigationPath {}

// https://developer.apple.com/documentation/swiftui/navigationstack
public struct NavigationStack<Data, Root>: View where Root: View {
    // https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swiftui/navigationlink
public struct NavigationLink<Label, Destination>: View where Label: View, Destination: View {
    public var body: EmptyView { EmptyView() }
}

// https://developer.apple.com/documentation/swift/never
extension Never: View {
    public var body: EmptyView { EmptyView() }
}

extension NavigationLink where Destination == Never {
    // https://developer.apple.com/documentation/swiftui/navigationlink/init(value:label:)-4jswo
    nonisolated public init<P>(value: P?, @ViewBuilder label: () -> Label) where P: Hashable {}
}

// https://developer.apple.com/documentation/swiftui/color
public struct Color: ShapeStyle, Sendable {
    // https://developer.apple.com/documentation/swiftui/color/red
    public static let red = Color()
}

// https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle {}

// https://developer.apple.com/documentation/swiftui/font
public struct Font: Sendable {
    // https://developer.apple.com/documentation/swiftui/font/headline
    public static let headline = Font()
    // https://developer.apple.com/documentation/swiftui/font/caption
    public static let caption = Font()
}
