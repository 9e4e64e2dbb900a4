import Domain

extension Item: EntityRow {}
