import Domain

/// The items on the screen.
typealias ItemBrowser = EntityBrowser<Item>
