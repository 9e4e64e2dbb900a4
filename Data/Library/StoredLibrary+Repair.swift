public import Domain
public import Storage
import Synchronization

extension StoredLibrary {
    public func repair(
        acceptingEdits: Bool, saving: @Sendable (RepairReport) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> RepairReport? {
        guard let store = store as? any RepairableRecordStore else { return nil }
        let failure = Mutex<LibraryError?>(nil)
        do throws(StorageError) {
            let repair = try await store.repair(
                acceptingEdits: acceptingEdits,
                tidying: { kind, json in schema.types.first { $0.kind.plural == kind.plural }?.tidied(json) }
            ) { repair throws(StorageError) in
                do throws(LibraryError) {
                    try saving(RepairReport(repair, of: schema))
                } catch {
                    failure.withLock { $0 = error }
                    throw .failed(operation: "repair", location: repair.setAside, reason: "nothing was replaced")
                }
            }
            if let repair {
                // The library is repaired, whether or not that can be taken back.
                try? await command.recordRepair(repair.setAside, contents: try? await checksum(), in: store)
            }
            return repair.map { RepairReport($0, of: schema) }
        } catch {
            throw failure.withLock { $0 } ?? .store(StoreError(error))
        }
    }

    /// The checksum of everything in the library.
    func checksum() async throws(LibraryError) -> Int { try await backup().journal(format: "").checksum }

    public var isRepairable: Bool { store is any RepairableRecordStore }

    public func remedy(for error: LibraryError) -> RepairRemedy? {
        guard case .store(.damaged(let location, let line, let reason)) = error else { return nil }
        let error = StorageError.damaged(location: location, line: line, reason: reason)
        return (store as? any RepairableRecordStore)?.remedy(for: error)
    }
}

/// The result of repairing a library.
public struct RepairReport: Sendable {
    /// The path of a copy of the damaged file.
    public let setAside: String
    /// What could not be recovered, in file order.
    public let lost: [Loss]
    /// The lines, counted from 1, that were changed by hand and kept.
    public let acceptedLines: [Int]

    /// A line that the library has lost, or the line before which units of work are missing. If they are missing at the
    /// end, it is the line after the last.
    public struct Loss: Sendable {
        /// Counted from 1.
        public let line: Int
        public let reason: String
        /// Entities that can still be read in the line. They may be wrong or outdated. They are not in the library,
        /// unless other lines have them.
        public let readable: [any LibraryEntity]
    }

    init(_ repair: RecordRepair, of schema: LibrarySchema) {
        setAside = repair.setAside
        acceptedLines = repair.acceptedEdits
        lost = repair.losses.map { loss in
            Loss(
                line: loss.line, reason: loss.reason,
                // The kind of such a record isn't known: it counts as the type that knows most of it.
                readable: loss.readable.compactMap { json in
                    schema.types.compactMap { $0.entity(in: json) }.max { $0.known < $1.known }?.entity
                })
        }
    }

    /// The last version of each entity of the type that can be read in lost lines, ordered by identifier.
    public func unverified<Entity: LibraryEntity>(_ type: Entity.Type) -> [Entity] {
        let readable = lost.flatMap(\.readable).compactMap { $0 as? Entity }
        let latest = Dictionary(readable.map { ($0.id, $0) }) { _, later in later }
        return latest.values.sorted { $0.id < $1.id }
    }
}

extension StoredEntity {
    /// The entity in a record, and how many bytes of the record this type knows.
    fileprivate static func entity(in json: [UInt8]) -> (entity: any LibraryEntity, known: Int)? {
        (try? read(json[...])).map { ($0, $0.json(over: nil).count) }
    }

    /// The record with tidy texts, if a right checksum would otherwise hide that they aren't. Nil also if it is invalid,
    /// which every reader will report.
    fileprivate static func tidied(_ json: ArraySlice<UInt8>) -> [UInt8]? {
        guard let tidy = try? read(json), tidy != (try? read(json, isVerified: true)) else { return nil }
        return tidy.json(over: json)
    }
}
