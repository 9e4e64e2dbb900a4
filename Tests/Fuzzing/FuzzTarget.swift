// The entry point for libFuzzer, built by run.sh. It is not part of the package.
import Dispatch
import FuzzChecks

/// The first byte selects the check, the others are the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let check = FuzzCheck.allCases[Int(start[0]) % FuzzCheck.allCases.count]
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let done = DispatchSemaphore(value: 0)
    Task {
        do {
            try await check.run(on: bytes)
        } catch {
            preconditionFailure("\(check): \(error)")
        }
        done.signal()
    }
    done.wait()
    return 0
}
