/// Counts how often a unit of work runs.
actor Runs {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
