import Domain

/// The page of items in the full-screen view. State what differs from the usual.
extension Item: BrowsedEntity {}
