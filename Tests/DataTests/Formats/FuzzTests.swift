import Data
import Domain
import Testing

/// Damaged files are read or refused, never more: no crash, and no row on a line that the file has not got.
struct FuzzTests {
    private static let samples = [
        "\u{FEFF}title,author,isbn\r\n\"Emma, \"\"x\"\"\",Jane Austen,=\"0439023483\"\r\n\"a\nb\",\"c\",439023483\r\n",
        "Book Id,Title,Author,ISBN,ISBN13,My Rating,Date Read,Bookshelves,Exclusive Shelf,My Review\n"
            + "1,Emma,Jane  Austen,=\"\",=\"9780439023481\",4,2023/08/15,\"a, b\",dnf,\"x\n\"\"y\"\"\"\n",
        "Title;Authors;ISBN/UID;Read Status;Star Rating\nEmma;Jane Austen;B0;read;4.25\r\rÉmma;X, Y;9780439023481;x;\n",
        "id,title,authors,isbn,status,rating,favorite,shelves,added,finished,lentTo,due\r\n"
            + "0123456789ab,Emma,a\\;b; c\\\\,,read,5,true,,2020-01-01,,Bo,2020-02-01\r\n",
        "[\n{\"title\":\"\\ud83d\\udcda\\n\",\"authors\":[\"Jane Austen\"],\"rating\":4.5e0,\"shelves\":[]},\n"
            + "{\"id\":\"0123456789ab\",\"title\":null,\"favorite\":true,\"x\":{\"y\":[[1,-2.5E+3]]}}\n]\n",
        "{\"title\":\"a\",\"isbn\":\"9780439023481\"}\n{\"status\":\"read\",\"added\":\"2020-01-01\"}\n",
    ]
    private static let pieces =
        [
            "\"", "\"\"", "\\", "\\u", "\\ud800", ",", ";", "\t", "\n", "\r", "\r\n", "[", "]", "{", "}", ":", "null",
            "-",
            "=\"", "\u{FEFF}", "é", "9", "e+", "\u{0}", " ",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

    @Test(arguments: [nil] + ImportFormat.allCases)
    func damagedFilesAreReadOrRefused(format: ImportFormat?) throws {
        let seed = UInt64.random(in: 0...(.max))
        print("fuzz seed \(seed), format \(format?.rawValue ?? "any")")
        var random = SeededGenerator(state: seed)
        let reader = BookListReader(format: format)
        for round in 0..<4000 {
            var bytes = Array(try #require(Self.samples.randomElement(using: &random)).utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) { Self.damage(&bytes, using: &random) }
            let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
            do throws(ImportError) {
                let list = try reader.read(bytes, from: "fuzz")
                let found = list.rows.map(\.line)
                guard found == found.sorted(), found.allSatisfy((1...lines).contains) else {
                    Issue.record("seed \(seed), round \(round): rows on lines \(found) of \(lines)")
                    return
                }
                _ = list.rejects(lines: Set(found))
            } catch {
                guard case .malformed("fuzz", let line, _) = error, (1...lines).contains(line ?? 1) else {
                    Issue.record("seed \(seed), round \(round): \(error)")
                    return
                }
            }
        }
    }

    private static func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes.removeSubrange(start...)
        case 3 where start < end: bytes[start] = UInt8.random(in: 0...255, using: &random)
        default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: start)
        }
    }
}
