import Domain
import Presentation

/// The items on the screen.
typealias ItemBrowser = EntityBrowser<Item>

extension EntityBrowser<Item> {
    convenience init(_ context: UseCaseContext, changed: @escaping () -> Void) {
        self.init(
            ItemListViewModel(context: context), editor: { ItemEditorViewModel($0, context: context) },
            changed: changed)
    }
}
