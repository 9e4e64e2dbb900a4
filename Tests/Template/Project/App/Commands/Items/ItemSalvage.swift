import Data
import Domain

/// Items in lost lines go to a file in JSON.
enum ItemSalvage: Salvage {
    static let incompleteName: StaticString = "incomplete"

    static func row(of item: Item) -> Row<Item> { Row(item) }

    static func name(of item: Item) -> String { item.quoted }

    static func file(of rows: [Row<Item>]) -> [UInt8] { Console.json(rows) }

    static func incomplete(in library: LibrarySnapshot) -> [(id: String, message: String)] { [] }
}
