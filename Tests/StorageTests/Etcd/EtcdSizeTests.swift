import StorageTestSupport
import TestTraits
import Testing

@testable import Storage

/// A unit of work may be as large as etcd allows: by default, 128 operations in each transaction, nested ones included,
/// and 1.5 MiB.
@Suite("Large units of work in etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdSizeTests {
    /// Each record is read and has a lookup key, so it adds one condition and two changes to those of the unit itself.
    @Test(arguments: [61, 62, 63, 64, 65, 98, 99, 125, 126, 127, 128, 129, 200, 2_100])
    func anyNumberOfRecordsCanBeRemoved(count: Int) async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        let links = (1...count).map { Sample.link(sampleID($0), to: sampleID($0)) }
        try await store.save(links)
        try await store.remove(links.map(\.id), of: .link)
        #expect(try await fixture.keys() == ["format", "marks/links", "units/0"])
    }

    @Test func aSaveMayBeAsLargeAsTheBatchSize() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        let links = (0..<store.batchSize).map { Sample.link(sampleID($0), to: sampleID($0)) }
        try await store.save(links)
        let swapped = zip(links, links.reversed()).map { Sample.link($0.id, to: $1.id) }
        try await store.change(zip(swapped, links).map { $0.saving(replacing: $1) })
        #expect(try await store.all(.link) == swapped)
        #expect(try await store.links(to: links[0].id) == [swapped[store.batchSize - 1]])
    }

    /// The server accepts the largest transaction that the program computes for a number of conditions.
    @Test(arguments: [0, 124])
    func operationsAreCountedLikeTheServerDoes(conditions: Int) async throws {
        // This keeps the server busy for seconds.
        let fixture = try await EtcdFixture(inOwnCluster: true)
        var transaction = EtcdTransaction()
        transaction.conditions = (0..<conditions).map { .modified("none/\($0)", at: 0) }
        // Short keys, so that the bytes are not the limit.
        let prefix = "t\(UInt16.random(in: 0 ... .max))/"
        transaction.changes = (0..<EtcdTransaction.mostChanges + 1).map { .delete(prefix + String($0, radix: 36)) }
        let gateway = fixture.store().gateway
        var (fits, fitsNot) = (0, transaction.changes.count)
        while fitsNot - fits > 1 {
            let middle = (fits + fitsNot) / 2
            let part = EtcdTransaction(
                conditions: transaction.conditions, changes: Array(transaction.changes[..<middle]))
            if part.exceededLimit == nil { fits = middle } else { fitsNot = middle }
        }
        let most = EtcdTransaction(conditions: transaction.conditions, changes: Array(transaction.changes[..<fits]))
        #expect(try await gateway.commit(most).succeeded)
        #expect(fits >= 128)
        if conditions == 0 {
            #expect(fits == EtcdTransaction.mostChanges)
            #expect(transaction.exceededLimit == "\(EtcdTransaction.mostChanges) changes in one transaction")
            await #expect(throws: EtcdError.tooLarge("etcdserver: too many operations in txn request")) {
                try await gateway.commit(transaction)
            }
        }
    }

    /// The server counts the bytes, the store the changes.
    @Test func aUnitThatIsTooLargeIsRefused() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        func refusal(_ limit: String) -> StorageError { .tooLarge(location: "\(fixture.address)", limit: limit) }
        await #expect(throws: refusal("etcdserver: request is too large")) {
            try await store.save(.note("1", String(repeating: "long ", count: 400_000)))
        }
        await #expect(throws: refusal("\(EtcdTransaction.mostChanges) changes in one transaction")) {
            try await store.change(Sample.notes(0..<EtcdTransaction.mostChanges + 1).map { $0.saving() })
        }
        #expect(try await fixture.keys() == [])
    }

    /// A server may be started with lower limits.
    @Test func aServersLowerLimitIsReported() async throws {
        let server = try LoopbackServer { exchange in
            let isRead = !String(decoding: exchange.request.body, as: UTF8.self).contains("request_put")
            exchange.answer(
                isRead ? 200 : 400, ["Content-Type": "application/json"],
                isRead
                    ? #"{"header":{"revision":"7"},"succeeded":true,"responses":[{"response_range":{}},{"response_range":{}}]}"#
                    : #"{"code":3,"message":"etcdserver: too many operations in txn request"}"#)
        }
        let address = try #require(EtcdAddress("etcd://127.0.0.1:\(server.port)"))
        let store = EtcdRecordStore(EtcdLocation(address), application: "sample")
        let refusal = StorageError.tooLarge(
            location: "\(address)", limit: "etcdserver: too many operations in txn request")
        await #expect(throws: refusal) { try await store.save(.note("1")) }
    }
}
