import Domain

extension ErrorReport {
    init(_ error: StoreError) {
        switch error {
        case .failed(let operation, let location, let reason):
            self.init(message: "can't \(operation) \(location): \(reason)", status: .storeFailed)
        case .damaged(let location, let line, let reason):
            let line = line.map { ", line \($0)" } ?? ""
            self.init(
                message: "\(location)\(line) is damaged: \(reason); nothing was changed, restore it from a copy",
                status: .storeFailed)
        case .newerVersion(let location, let found, let known):
            self.init(
                message: "\(location) has format version \(found), this program knows up to \(known); use a newer one",
                status: .storeFailed)
        case .notAStore(let location, let reason):
            self.init(message: "\(location) is no library: \(reason)", status: .storeFailed)
        case .busy(let location, let seconds):
            self.init(
                message: "another program has held \(location) for \(seconds) seconds; try again when it is done",
                status: .storeFailed)
        case .tooLarge(let location, let limit):
            self.init(
                message: "that is too much at once for \(location), which takes \(limit); nothing was changed",
                status: .storeFailed)
        case .unreachable(let location, let reason):
            self.init(message: "can't reach \(location): \(reason)", status: .unreachable)
        case .unknownOutcome(let location, let reason):
            self.init(
                message:
                    "\(location) did not confirm the change: \(reason); see whether it is there before trying again",
                status: .storeFailed)
        }
    }
}
