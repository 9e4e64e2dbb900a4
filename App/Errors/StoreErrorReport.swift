import Domain

extension ErrorReport {
    init(_ error: StoreError) {
        switch error {
        case .failed(let operation, let place, let reason):
            self.init(message: "can't \(operation) \(place): \(reason)", status: .storeFailed)
        case .damaged(let place, let line, let reason):
            let line = line.map { ", line \($0)" } ?? ""
            self.init(
                message: "\(place)\(line) is damaged: \(reason); nothing was changed, restore it from a copy",
                status: .storeFailed)
        case .newerVersion(let place, let found, let known):
            self.init(
                message: "\(place) has format version \(found), this program knows up to \(known); use a newer one",
                status: .storeFailed)
        case .notAStore(let place, let reason):
            self.init(message: "\(place) is no library: \(reason)", status: .storeFailed)
        case .busy(let place, let seconds):
            self.init(
                message: "another program has held \(place) for \(seconds) seconds; try again when it is done",
                status: .storeFailed)
        case .tooLarge(let place, let limit):
            self.init(
                message: "that is too much at once for \(place), which takes \(limit); nothing was changed",
                status: .storeFailed)
        case .unreachable(let place, let reason):
            self.init(message: "can't reach \(place): \(reason)", status: .unreachable)
        case .unknownOutcome(let place, let reason):
            self.init(
                message: "\(place) did not confirm the change: \(reason); see whether it is there before trying again",
                status: .storeFailed)
        }
    }
}
