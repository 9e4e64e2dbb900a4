import Storage

/// Collects the output for a stream, and writes it in large pieces.
///
/// Appending never fails: the first failure is remembered, and later output is dropped. So commands print without
/// handling errors, and the program checks `failure` at its end.
@MainActor
final class OutputBuffer {
    private let write: (UnsafeRawBufferPointer) throws(FileError) -> Void
    private var bytes: [UInt8] = []
    private(set) var failure: FileError?

    init(write: @escaping (UnsafeRawBufferPointer) throws(FileError) -> Void) {
        self.write = write
    }

    func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        if bytes.count >= 1 << 16 { flush() }
    }

    func append(_ new: [UInt8]) {
        // A large piece is not copied.
        if new.count >= 1 << 16 {
            flush()
            return pass(on: new)
        }
        bytes += new
        if bytes.count >= 1 << 16 { flush() }
    }

    func flush() {
        pass(on: bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private func pass(on bytes: [UInt8]) {
        guard failure == nil, !bytes.isEmpty else { return }
        failure = bytes.withUnsafeBytes { buffer -> FileError? in
            do throws(FileError) {
                try write(buffer)
                return nil
            } catch {
                return error
            }
        }
    }
}
