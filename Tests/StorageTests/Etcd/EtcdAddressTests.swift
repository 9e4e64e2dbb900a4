import FoundationEssentials
import Testing

@testable import Storage

struct EtcdAddressTests {
    @Test(arguments: [
        ("etcd://localhost:2379", ["http://localhost:2379"], nil),
        ("etcd://localhost", ["http://localhost:2379"], nil),
        ("etcd://a:1,b:2,c/home/notes", ["http://a:1", "http://b:2", "http://c:2379"], "home/notes"),
        ("etcds://10.0.0.1:99/x/", ["https://10.0.0.1:99"], "x"),
        ("etcd://[::1]:2379//x//y", ["http://[::1]:2379"], "x/y"),
    ])
    func readsEndpointsAndPrefix(text: String, endpoints: [String], prefix: String?) throws {
        let address = try #require(EtcdAddress(text))
        #expect(address.endpoints.map(\.absoluteString) == endpoints)
        #expect(address.prefix == prefix)
        #expect("\(address)" == text)
    }

    @Test(arguments: [
        "", "etcd", "etcd:", "etcd://", "etcd:///notes", "etcd://a:", "etcd://a:0", "etcd://a:70000", "etcd://a:b",
        "etcd://a,,b", "etcd://a:1,", "http://a:1", "etcd://ana:secret@a:1", "etcd://a:1?x=y", "etcd://a b:1",
        "ETCD://a:1", "etcd://ana:12/34@host", "etcd://a/b?c", "etcd://a/#c", "etcd://a/b c", "etcd://a/\u{1B}[31m",
    ])
    func refusesOtherText(text: String) {
        #expect(EtcdAddress(text) == nil)
    }

    @Test func withoutAPrefixTheKeysBeginWithTheApplication() throws {
        let layout = EtcdLayout(try #require(EtcdAddress("etcd://a")), application: "sample")
        #expect(layout.format == "sample//format")
    }

    @Test func anEngineWithoutAnAddressTrapsAndNamesIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StorageEngine.etcd.open(StorageLocation(application: "sample", name: "notes", directory: "/nowhere"))
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        // Optimised builds stop without a message.
        #expect(!isDebug || message.contains("StorageEngine.etcd needs StorageLocation.etcd"))
    }
}

#if DEBUG
private let isDebug = true
#else
private let isDebug = false
#endif
