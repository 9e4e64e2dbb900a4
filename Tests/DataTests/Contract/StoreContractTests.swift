import Testing

/// What every store promises, in the words of `Repository` and `Library`. The extensions hold the tests, a file for
/// each part of the promise. A test that would wait for ever ends after a minute.
@Suite("Every store", .timeLimit(.minutes(5)))
struct StoreContractTests {}
