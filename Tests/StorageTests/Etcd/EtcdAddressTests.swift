import Data
import FoundationEssentials
import Testing

@Suite struct EtcdAddressTests {
    @Test(arguments: [
        ("etcd://localhost:2379", ["http://localhost:2379"], "bookshelf"),
        ("etcd://localhost", ["http://localhost:2379"], "bookshelf"),
        ("etcd://a:1,b:2,c/home/books", ["http://a:1", "http://b:2", "http://c:2379"], "home/books"),
        ("etcds://10.0.0.1:99/x/", ["https://10.0.0.1:99"], "x"),
        ("etcd://[::1]:2379//x//y", ["http://[::1]:2379"], "x/y"),
    ])
    func readsEndpointsAndPrefix(text: String, endpoints: [String], prefix: String) throws {
        let address = try #require(EtcdAddress(text))
        #expect(address.endpoints.map(\.absoluteString) == endpoints)
        #expect(address.prefix == prefix)
        #expect("\(address)" == text)
    }

    @Test(arguments: [
        "", "etcd", "etcd:", "etcd://", "etcd:///books", "etcd://a:", "etcd://a:0", "etcd://a:70000", "etcd://a:b",
        "etcd://a,,b", "etcd://a:1,", "http://a:1", "etcd://ana:secret@a:1", "etcd://a:1?x=y", "etcd://a b:1",
        "ETCD://a:1",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(EtcdAddress(text) == nil)
    }
}
