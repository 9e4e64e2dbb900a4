import StorageTestSupport

extension DiskState {
    /// The states in which the disk may be found if the power fails now: all legal states or, if there are more than
    /// `limit`, that many at random, including those in which none or all of the pending changes were made. Without
    /// duplicates.
    func powerCuts(limit: Int, using dice: inout SeededGenerator) -> [DiskState] {
        let open = openOutcomes
        let numbers = open.keys.sorted()
        let radices = numbers.flatMap { open[$0] ?? [] }
        var found: [DiskState] = []
        var known: Set<[String: DiskImage]> = []
        func add(_ outcomes: [Int]) {
            let state = afterPowerCut(numbers, outcomes)
            if known.insert(state.image).inserted { found.append(state) }
        }
        let count = radices.reduce(1.0) { $0 * Double($1) }
        if count <= Double(limit) {
            for number in 0..<Int(count) {
                var rest = number
                add(
                    radices.map { radix in
                        defer { rest /= radix }
                        return rest % radix
                    })
            }
        } else {
            add(radices.map { _ in 0 })
            add(radices.map { _ in 1 })
            for _ in 0..<limit - 2 {
                // Half of the choices are between none and all of a change, the others include torn ones.
                add(radices.map { Int.random(in: 0..<(Bool.random(using: &dice) ? 2 : $0), using: &dice) })
            }
        }
        return found
    }

    /// The number of outcomes of each pending change, for all nodes that may be found under a name.
    private var openOutcomes: [Int: [Int]] {
        var named: Set<Int> = [Self.root]
        for case .directory(let names) in nodes.values {
            named.formUnion(names.value(outcomes: []).values)
            for change in names.open {
                if case .add(_, let node) = change { named.insert(node) }
                if case .move(_, _, let node) = change { named.insert(node) }
            }
        }
        var outcomes: [Int: [Int]] = [:]
        for number in named {
            switch nodes[number] {
            case .file(let file)?: outcomes[number] = file.open.map(\.outcomes)
            case .directory(let names)?: outcomes[number] = names.open.map(\.outcomes)
            case .link?, nil: break
            }
        }
        return outcomes
    }

    /// The disk after a power cut in which the pending changes of the nodes `numbers`, in this order, had these
    /// outcomes.
    private func afterPowerCut(_ numbers: [Int], _ outcomes: [Int]) -> DiskState {
        var state = self
        state.endProcesses()
        var outcomes = outcomes[...]
        for number in numbers {
            switch nodes[number] {
            case .file(let file)?:
                state.nodes[number] = .file(Buffered(file.value(outcomes: outcomes.prefix(file.open.count))))
                outcomes = outcomes.dropFirst(file.open.count)
            case .directory(let names)?:
                state.nodes[number] = .directory(
                    Buffered(names.value(outcomes: outcomes.prefix(names.open.count))))
                outcomes = outcomes.dropFirst(names.open.count)
            case .link?, nil:
                break
            }
        }
        return state
    }
}

/// What is visible under one path.
enum DiskImage: Hashable, Sendable, CustomStringConvertible {
    case file(FileImage)
    case directory
    case link(String)

    var description: String {
        switch self {
        case .file(let file):
            "\(String(file.mode, radix: 8)) "
                + String(decoding: file.bytes, as: UTF8.self).debugDescription
        case .directory: "directory"
        case .link(let target): "-> \(target)"
        }
    }
}

extension DiskState {
    /// Everything with a name, by its path.
    var image: [String: DiskImage] {
        var image: [String: DiskImage] = [:]
        func look(at directory: Int, _ path: String) {
            guard case .directory(let names)? = nodes[directory] else { return }
            for (name, node) in names.value {
                switch nodes[node] {
                case .file(let file)?: image["\(path)/\(name)"] = .file(file.value)
                case .link(let target)?: image["\(path)/\(name)"] = .link(target)
                case .directory?:
                    image["\(path)/\(name)"] = .directory
                    look(at: node, "\(path)/\(name)")
                case nil: break
                }
            }
        }
        look(at: Self.root, "")
        return image
    }
}
