import StorageTestSupport

extension DiskState {
    /// The disk as it may be found when the power fails now: all legal states, or where there are more than `limit`,
    /// that many drawn with `dice`, among them those where nothing and where everything open was carried out. Equal
    /// ones are given once.
    func powerCuts(limit: Int, using dice: inout Dice) -> [DiskState] {
        let open = openOutcomes
        let numbers = open.keys.sorted()
        let radices = numbers.flatMap { open[$0] ?? [] }
        var found: [DiskState] = []
        var known: Set<[String: DiskImage]> = []
        func take(_ outcomes: [Int]) {
            let state = settled(numbers, outcomes)
            if known.insert(state.image).inserted { found.append(state) }
        }
        let count = radices.reduce(1.0) { $0 * Double($1) }
        if count <= Double(limit) {
            for number in 0..<Int(count) {
                var rest = number
                take(
                    radices.map { radix in
                        defer { rest /= radix }
                        return rest % radix
                    })
            }
        } else {
            take(radices.map { _ in 0 })
            take(radices.map { _ in 1 })
            for _ in 0..<limit - 2 {
                // Done or not done is worth as much as all the ways of being torn.
                take(radices.map { Int.random(in: 0..<(Bool.random(using: &dice) ? 2 : $0), using: &dice) })
            }
        }
        return found
    }

    /// How many outcomes each open change may have, of what may be found under some name.
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

    /// The disk where the open changes of the nodes `numbers`, in this order, have come out so.
    private func settled(_ numbers: [Int], _ outcomes: [Int]) -> DiskState {
        var state = self
        state.endProcesses()
        var outcomes = outcomes[...]
        for number in numbers {
            switch nodes[number] {
            case .file(let file)?:
                state.nodes[number] = .file(Unsettled(file.value(outcomes: outcomes.prefix(file.open.count))))
                outcomes = outcomes.dropFirst(file.open.count)
            case .directory(let names)?:
                state.nodes[number] = .directory(
                    Unsettled(names.value(outcomes: outcomes.prefix(names.open.count))))
                outcomes = outcomes.dropFirst(names.open.count)
            case .link?, nil:
                break
            }
        }
        return state
    }
}

/// What a person sees under one path.
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
    /// All that has a name, by its path.
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
