import Testing

/// The promises of a library with every engine: those that `StoredLibrary` adds to the contract of record stores. The
/// tests are in extensions, one file for each promise. The time limit ends a test that would wait for ever.
@Suite("Every library", .serialized, .timeLimit(.minutes(5)))
struct LibraryContractTests {}
