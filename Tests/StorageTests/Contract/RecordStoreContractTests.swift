import TestTraits
import Testing

/// The promises of `RecordReader` and `RecordStore`, tested on every engine. The extensions have the tests, one file
/// for each part of the contract. Engines are opened by `StorageEngine.open`, the only way to open one.
///
/// A few at a time, because together the tests hold more than a thousand connections and files open. Then starting a
/// process, as other tests do, may crash this one: Foundation on Linux reads beyond the end of its list of open files.
@Suite("Every record store", .fewAtATime, .endsIfItHangs)
struct RecordStoreContractTests {}
