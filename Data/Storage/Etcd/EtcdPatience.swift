/// How long to wait for the servers of a cluster.
public struct EtcdPatience: Sendable {
    /// How long one server may take for one answer.
    public var answer: Duration
    /// How long to go from server to server before giving up. A cluster without a leader finds one within some seconds.
    public var cluster: Duration
    /// How long at most until it is seen again whether the server that tells of changes is still there, and can do so.
    public var pulse: Duration

    public init(
        answer: Duration = .seconds(5), cluster: Duration = .seconds(12), pulse: Duration = .seconds(3)
    ) {
        self.answer = answer
        self.cluster = cluster
        self.pulse = pulse
    }
}
