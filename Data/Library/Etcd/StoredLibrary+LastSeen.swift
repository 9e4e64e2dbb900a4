public import Domain
import Storage

/// A library on other machines, as this one last saw it.
extension StoredLibrary {
    /// All entities as this machine last saw them, without asking another machine; nil if the store is on this machine,
    /// or nothing was kept. May be old.
    public func lastSeen() async -> LibrarySnapshot? {
        guard let news = await store.lastSeen(schema.kinds) else { return nil }
        return try? EntityCache.State().applying(news, to: schema.types).snapshot
    }

    func observeAfterLastSeen() -> Updates<LibrarySnapshot> {
        let present = observe(schema.types) { $0 }
        return Updates { send throws(LibraryError) in
            var latest = await self.lastSeen()
            if let latest { send(latest) }
            for try await snapshot in present {
                if snapshot != latest { send(snapshot) }
                latest = nil
            }
        }
    }
}
