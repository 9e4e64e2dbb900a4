/// A cluster that stores records, and how to reach it.
public struct EtcdLocation: Sendable {
    public var address: EtcdAddress
    /// Nil for a cluster without authentication.
    public var credentials: EtcdCredentials?
    public var client: any HTTPClient
    /// The path of a local copy that makes reading everything fast; nil for none. The store creates it with mode 0600,
    /// and can always make it again.
    public var copyPath: String?
    public var patience: EtcdPatience

    public init(
        _ address: EtcdAddress, credentials: EtcdCredentials? = nil, client: any HTTPClient = networkClient(),
        copyPath: String? = nil, patience: EtcdPatience = EtcdPatience()
    ) {
        self.address = address
        self.credentials = credentials
        self.client = client
        self.copyPath = copyPath
        self.patience = patience
    }
}

/// A user of a cluster.
public struct EtcdCredentials: Hashable, Sendable {
    public let user: String
    public let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

/// How long to wait for the servers of a cluster.
public struct EtcdPatience: Sendable {
    /// The time limit for one answer of one server; on Linux also for the connection that is made for it.
    public var answer: Duration
    /// The time limit for going from server to server, for repeating a unit of work after conflicts, for finding out
    /// whether a write was carried out, and for restarting a watch that failed. A cluster that lost its leader elects
    /// one within seconds.
    public var cluster: Duration
    /// The longest pause between health checks of the watched server.
    public var pulse: Duration
    /// The current time, by which `cluster` is measured.
    public var now: @Sendable () -> ContinuousClock.Instant

    public init(
        answer: Duration = .seconds(5), cluster: Duration = .seconds(12), pulse: Duration = .seconds(3),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.answer = answer
        self.cluster = cluster
        self.pulse = pulse
        self.now = now
    }
}
