import Foundation
import StorageTestSupport
import TestSupport
import Testing

/// The same for a library in a cluster, and for the local copy of it.
extension GoldenFilesTests {
    @Test(.needsEtcd) func aLibraryInAClusterIsReadExactly() async throws {
        let cluster = try await GoldenCluster(bookshelf)
        try await cluster.put(golden())
        try await expectOutput(of: "etcd", store: cluster.store)
        #expect(try await cluster.entries() == golden())
    }

    @Test(.needsEtcd) func aLibraryInAClusterKeepsItsKeys() async throws {
        let cluster = try await GoldenCluster(bookshelf)
        try await cluster.put(golden())
        try await expectOneMore(than: "etcd", store: cluster.store)
        let after = try await cluster.entries()
        // A unit of work uses one of the slots, which may be one of these.
        for (key, value) in try golden() where !key.hasPrefix("golden//units/") { #expect(after[key] == value) }
        #expect(after.keys.count { $0.hasPrefix("golden//books/") } == 6)

        try await expectSuccess(["edit", "emma", "--rating", "3"], store: cluster.store)
        #expect(
            try await cluster.entries().values.contains {
                $0.contains(#""rating":3"#) && $0.contains(#""bookplate":"№ 7""#)
            })
    }

    /// Loans that were saved without the keys of books and people are found all the same, and go with them.
    @Test(.needsEtcd) func endedLoansOfAnEarlierVersionGoWithTheirBook() async throws {
        let cluster = try await GoldenCluster(bookshelf)
        try await cluster.put(golden())
        try await expectSuccess(["remove", "z3y4f6f7w6gs"], store: cluster.store)
        #expect(
            try await cluster.entries().keys.filter { $0.hasPrefix("golden//loans/") } == ["golden//loans/e0k0dc494ksm"]
        )
        let refused = try await bookshelf.runExactly(["remove", "qr5c1q2pj0xd", "--store", cluster.store])
        #expect(refused.status == 1 && refused.output.isEmpty)
    }

    /// The copy is used only if the slot of its unit of work is unchanged.
    @Test(.needsEtcd) func aCopyOfTheClusterIsReadAsBefore() async throws {
        let cluster = try await GoldenCluster(bookshelf)
        let copy = try JSONDecoder().decode(
            CopyHeader.self, from: take("cluster.copy", from: "etcd").prefix { $0 != UInt8(ascii: "\n") })
        try #require(copy.unit.created == copy.unit.revision)
        // Older than the unit of work, so a program that uses the copy doesn't read this change.
        var entries = try golden().mapValues { $0.replacing("Le Petit Prince", with: "The Little Prince") }
        let slot = try #require(entries[copy.unit.slot])
        entries[copy.unit.slot] = nil
        try await cluster.put(entries)
        while try await cluster.revision() < copy.unit.revision - 1 { try await cluster.put(["elsewhere": ""]) }
        try await cluster.put([copy.unit.slot: slot])
        try await expectOutput(of: "etcd", store: cluster.store)

        try await cluster.put([copy.unit.slot: slot])
        let anew = try await expectSuccess(["list", "--json"], store: cluster.store).output
        #expect(anew.contains("The Little Prince"))
    }

    private struct CopyHeader: Decodable {
        struct Unit: Decodable {
            let slot: String
            let created: Int
            let revision: Int
        }

        let unit: Unit
    }

    /// The keys and values, one pair on each line.
    private func golden() throws -> [String: String] {
        var entries: [String: String] = [:]
        for line in try text(ofGolden: "etcd/keys.txt").split(separator: "\n") {
            let tab = try #require(line.firstIndex(of: "\t"))
            entries[String(line[..<tab])] = String(line[line.index(after: tab)...])
        }
        return entries
    }
}

/// A separate cluster for a golden library, because a copy is valid only at certain revisions.
private struct GoldenCluster {
    private let cluster: EtcdCluster
    private let bookshelf: CommandLineProgram

    init(_ bookshelf: CommandLineProgram) async throws {
        try #require(EtcdCluster.obstacle == nil)
        cluster = try await EtcdCluster(nodes: 1)
        self.bookshelf = bookshelf
    }

    var store: String { "etcd://\(cluster.endpoints[0])/golden" }

    /// Puts all entries at one revision.
    func put(_ entries: [String: String]) async throws {
        let puts = entries.map { "put \(quoted($0)) \(quoted($1))\n" }.joined()
        // No conditions; the operations if they hold; no operations otherwise.
        try await etcdctl("txn", input: "\n\(puts)\n\n")
    }

    /// All entries of the library.
    func entries() async throws -> [String: String] {
        // One line for each key, then one for its value.
        let lines = try await etcdctl("get", "--prefix", "golden//")
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: lines.count, by: 2).map { (lines[$0], lines[$0 + 1]) })
    }

    /// The number of writes so far.
    func revision() async throws -> Int {
        struct Answer: Decodable {
            struct Header: Decodable {
                let revision: Int
            }

            let header: Header
        }
        let answer = try await etcdctl("get", "elsewhere", "-w", "json")
        return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8)).header.revision
    }

    private func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    @discardableResult
    private func etcdctl(_ arguments: String..., input: String = "") async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["etcdctl", "--endpoints", cluster.endpoints[0]] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["ETCDCTL_API": "3"]) { $1 }
        let outcome = try await bookshelf.run(process, input: Data(input.utf8))
        try #require(outcome.status == 0, "\(outcome.messages)")
        return outcome.output
    }
}

extension Trait where Self == ConditionTrait {
    /// Without etcd, skips the test with a reason; if `BOOKSHELF_NEEDS_ETCD` is set, it fails instead.
    fileprivate static var needsEtcd: Self {
        .enabled(
            if: EtcdCluster.obstacle == nil || ProcessInfo.processInfo.environment["BOOKSHELF_NEEDS_ETCD"] != nil,
            Comment(rawValue: EtcdCluster.obstacle ?? ""))
    }
}
