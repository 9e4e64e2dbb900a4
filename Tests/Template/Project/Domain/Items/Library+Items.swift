extension Repositories {
    public var items: any Repository<Item> { repository(of: Item.self) }
}

extension LibrarySnapshot {
    public var items: [Item] { entities(of: Item.self) }
}
