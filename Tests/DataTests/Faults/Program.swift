import Domain

@testable import Data

/// What one running program does with its files: a library, the reader's choices, and a library of the other kind.
struct Program: Sendable {
    let files: any FileOperations
    let directory: String
    let libraryPath: String
    let library: JSONFileLibrary
    let settings: KeyValueFile
    let keyValueLibrary: KeyValueLibrary

    init(files: any FileOperations, directory: String, library name: String = JSONFileLibrary.fileName) {
        self.files = files
        self.directory = directory
        libraryPath = "\(directory)/\(name)"
        library = JSONFileLibrary(path: libraryPath, files: files, patience: .zero, smallestToCompact: 1200)
        settings = KeyValueFile(path: "\(directory)/settings.json", files: files, patience: .zero)
        keyValueLibrary = KeyValueLibrary(
            store: KeyValueFile(path: "\(directory)/books.json", files: files, patience: .zero))
    }

    /// All that it reads.
    func contents() async -> Contents {
        Contents(
            library: await result(of: library), keyValueLibrary: await result(of: keyValueLibrary),
            settings: Result { () throws(StoreError) in try settings.values() })
    }

    private func result(of library: some Library) async -> Result<LibrarySnapshot, LibraryError> {
        do throws(LibraryError) {
            return .success(try await library.snapshot())
        } catch {
            return .failure(error)
        }
    }
}

/// What a program finds in its files.
struct Contents: Hashable, Sendable {
    let library: Result<LibrarySnapshot, LibraryError>
    let keyValueLibrary: Result<LibrarySnapshot, LibraryError>
    let settings: Result<KeyValues, StoreError>

    var isDamaged: Bool {
        guard case .failure(.store(.damaged)) = library else { return false }
        return true
    }
}

extension Contents: CustomStringConvertible {
    var description: String {
        func names(_ result: Result<LibrarySnapshot, LibraryError>) -> String {
            switch result {
            case .success(let all): "\(all.books.map(\.title)) \(all.borrowers.map(\.name)) \(all.loans.count) loans"
            case .failure(let error): "\(error)"
            }
        }
        let settings = self.settings.map { values in values.mapValues { String(decoding: $0.bytes, as: UTF8.self) } }
        return "library \(names(library)); key-value \(names(keyValueLibrary)); settings \(settings)"
    }
}
