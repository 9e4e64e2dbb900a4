import TestTraits
import Testing

/// The promises of a library with every engine: those that `StoredLibrary` adds to the contract of record stores. The
/// tests are in extensions, one file for each promise.
@Suite("Every library", .fewAtATime, .endsIfItHangs)
struct LibraryContractTests {}
