/// What items refer to: other entities, in most projects.
public typealias SampleTarget = Item
