/// What all use cases depend on: the library, the current day, random bits and text folding.
///
/// They take it as one value; what only some need, such as a service on the network, is a parameter of its own. With
/// a fixed day and fixed random bits, the same input always gives the same result.
public struct UseCaseContext: Sendable {
    public var library: any Library
    /// The current day in the user's time zone.
    public var today: @Sendable () -> Day
    /// Random bits for new identifiers, different at each call.
    public var randomBits: @Sendable () -> UInt64
    /// Decides which texts count as equal.
    public var folding: TextFolding

    public init(
        library: any Library, today: @escaping @Sendable () -> Day, randomBits: @escaping @Sendable () -> UInt64,
        folding: TextFolding
    ) {
        (self.library, self.today, self.randomBits, self.folding) = (library, today, randomBits, folding)
    }

    func newID<Subject>() -> Identifier<Subject> { Identifier(bits: randomBits()) }
}
