/// What the rules depend on besides the library: today's date, chance for new identifiers, and how texts are compared.
///
/// Use cases take it as one value, so that the same input always gives the same result, in a test as on any machine.
public struct UseCaseContext: Sendable {
    /// The current day where the reader is.
    public var today: @Sendable () -> Day
    /// Random bits, different at each call. New identifiers are made of them.
    public var randomBits: @Sendable () -> UInt64
    /// Decides which names and titles are the same for people.
    public var folding: TextFolding

    public init(
        today: @escaping @Sendable () -> Day, randomBits: @escaping @Sendable () -> UInt64, folding: TextFolding
    ) {
        self.today = today
        self.randomBits = randomBits
        self.folding = folding
    }

    func newID<Subject>() -> Identifier<Subject> {
        Identifier(bits: randomBits())
    }
}
