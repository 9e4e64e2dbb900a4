import Synchronization
import Testing

@testable import App

/// What a console with this appearance prints as results.
@MainActor
func printed(_ appearance: Console.Appearance, _ print: (Console) -> Void) -> String {
    let bytes = Mutex<[UInt8]>([])
    let results = OutputBuffer { buffer in bytes.withLock { $0 += Array(buffer) } }
    let console = Console(appearance, results: results, messages: OutputBuffer { _ in })
    print(console)
    #expect(console.flush() == nil)
    return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
}

/// A list of this row is no wider than a terminal, and no title in it is cut.
@MainActor
func expectFit<Row: TableRow>(_ row: Row, width: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = printed(Console.Appearance(isTerminal: true, width: width)) { $0.print([row]) }.split(separator: "\n")
    #expect(lines.allSatisfy { String($0).columns <= width }, "\(lines)", sourceLocation: sourceLocation)
    guard width >= 10 else { return }
    #expect(lines.first?.contains("…") == false, sourceLocation: sourceLocation)
}
