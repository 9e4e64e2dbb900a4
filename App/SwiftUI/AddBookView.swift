#if canImport(SwiftUI)
import Domain
import Presentation
import SwiftUI

/// The form for a new book. Saving is possible once it describes a valid one.
struct AddBookView: SwiftUI.View {
    @State private var editor: EditorViewModel<Book>
    @Environment(\.dismiss) private var dismiss
    private let context: UseCaseContext

    init(_ dependencies: AppEnvironment) {
        context = dependencies.context
        editor = EditorViewModel(context: dependencies.context)
    }

    var body: some SwiftUI.View {
        NavigationStack {
            SwiftUI.Form {
                ForEach(BookField.allCases, id: \.self) { field in
                    FieldView(field, in: $editor.form, context)
                }
            }
            .navigationTitle("Add a book")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { Task { if await editor.save() != nil { dismiss() } } }
                        .disabled(!editor.canSave)
                }
            }
            .interactiveDismissDisabled(editor.isChanged)
            .alert(for: $editor.actionError)
        }
    }
}

/// A line of the form, by the kind of its field, and why its value can't be saved.
private struct FieldView: SwiftUI.View {
    @Binding private var form: BookForm
    /// What is typed. The form has it tidied: without the space that the next word follows.
    @State private var text = ""
    private let field: BookField
    private let context: UseCaseContext

    init(_ field: BookField, in form: Binding<BookForm>, _ context: UseCaseContext) {
        _form = form
        self.field = field
        self.context = context
    }

    var body: some SwiftUI.View {
        switch field.kind.form {
        case .flag: Toggle(isOn: $form[flag: field]) { label }
        case .choice(let words): picker(words)
        case .number where field.kind.fewNumbers != nil: picker([""] + (field.kind.fewNumbers ?? 0...0).map { "\($0)" })
        case .namedTexts, .identifiers: EmptyView()
        case .number, .decimal, .line, .lines, .orderedNames, .names, .day, .reference: typed
        }
    }

    private var label: some SwiftUI.View { Text(verbatim: field.words.label) }

    private func picker(_ values: [String]) -> some SwiftUI.View {
        Picker(selection: $form[choice: field]) {
            ForEach(values, id: \.self) { Text(verbatim: $0.isEmpty ? "none" : $0).tag($0) }
        } label: {
            label
        }
    }

    private var typed: some SwiftUI.View {
        VStack(alignment: .leading) {
            SwiftUI.TextField(text: $text, prompt: field.kind.isList ? Text("separate several with ;") : nil) {
                label
            }
            .onChange(of: text) {
                let texts = field.kind.isList ? text.split(separator: ";").map(String.init) : [text]
                form.type(texts, into: field, today: context.today(), folding: context.folding)
            }
            if let problem = form.problems[field] {
                Text(verbatim: problem.withCapital).font(.caption).foregroundStyle(Color.red)
            }
        }
    }
}

extension BookForm {
    /// Whether a flag is set.
    fileprivate subscript(flag field: BookField) -> Bool {
        get { draft[field] == .flag(true) }
        set { draft[field] = .flag(newValue) }
    }

    /// One of the few values that a field can have; empty for none.
    fileprivate subscript(choice field: BookField) -> String {
        get { text(of: field) }
        set {
            if case .choice = field.kind.form { draft[field] = .text(newValue) }
            if case .number = field.kind.form { draft[field] = Int(newValue).fieldValue }
        }
    }
}
#endif
