import Testing

/// What every record store promises, in the words of `RecordReader` and `RecordStore`. The extensions hold the tests, a
/// file for each part of the promise. Every engine is opened by `StorageEngine.open`, the only way to open one.
///
/// One after the other, because all together they hold more than a thousand connections and files open: starting a
/// process, as other tests do, may then end this one (Foundation on Linux reads beyond the end of its list of them). The
/// time limit is there for a test that would hang; what an observer isn't told is found within seconds.
@Suite("Every record store", .serialized, .timeLimit(.minutes(5)))
struct RecordStoreContractTests {}
