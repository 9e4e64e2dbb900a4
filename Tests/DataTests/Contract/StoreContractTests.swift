import Testing

/// What every store promises, in the words of `Repository` and `Library`. The extensions hold the tests, a file for
/// each part of the promise. A test that would wait for ever ends after some minutes.
///
/// One after the other, because all together they hold more than a thousand connections: with so many open files, starting
/// a process, as other tests do, may end this one (Foundation on Linux reads a list of them beyond its end).
@Suite("Every store", .serialized, .timeLimit(.minutes(5)))
struct StoreContractTests {}
