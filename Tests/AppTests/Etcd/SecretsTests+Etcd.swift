extension SecretsTests {
    /// Each has the secret "hush".
    static let etcdAddresses = [
        "etcd://ana:hush@host:2379", "etcds://ana:hush@host", "etcd://hush@host", "etcd://ana:hu@hush@host",
        "etcd:/ana:hush@host", "etcd:ana:hush@host", "etcd//ana:hush@host", "etcd;//ana:hush@host",
        "ETCD://ana:hush@host", "etcd://ana:hush/@host", "etcd://ana:12/hush@host", "etcd://host/hush?x",
        "etcd://ana:hush#@host", "etcd://ana:hush%40host", "etcd://ana:hush host", "etcd://ana:hush",
        "etcd://ana:hush@", " etcd://ana:hush@host",
    ]
}
