import Foundation

/// The machine, the time and the load of a measurement.
struct Machine {
    let date = Date.now.formatted(.iso8601)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    /// The load average over the last 1, 5 and 15 minutes.
    let load: [Double]

    init() {
        var load = [Double](repeating: 0, count: 3)
        getloadavg(&load, 3)
        self.load = load
    }
}
