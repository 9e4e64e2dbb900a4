@testable import Storage

/// A running program with its files: a journal, settings, and a store of the other kind.
struct Program: Sendable {
    let files: any FileOperations
    let directory: String
    let notes: any RecordStore
    let settings: KeyValueFile
    let keyValueNotes: any RecordStore

    /// The name of the journal in the directory.
    static let journal = "notes.jsonl"

    init(files: any FileOperations, directory: String) {
        self.files = files
        self.directory = directory
        func open(_ engine: StorageEngine, _ name: String) -> any RecordStore {
            engine.open(StorageLocation(application: "sample", name: name, directory: directory, files: files))
        }
        notes = open(.journal, "notes")
        settings = KeyValueFile(path: "\(directory)/settings.json", files: files, patience: .zero)
        keyValueNotes = open(.keyValue, "small")
    }

    /// Everything it reads.
    func contents() async -> Contents {
        Contents(
            notes: await result(of: notes), keyValueNotes: await result(of: keyValueNotes),
            settings: Result { () throws(StorageError) in try settings.values() })
    }

    private func result(of store: any RecordStore) async -> Result<[Sample], StorageError> {
        do throws(StorageError) {
            return .success(try await store.all(.note, .tag, .link))
        } catch {
            return .failure(error)
        }
    }
}

/// The contents of a program's files.
struct Contents: Hashable, Sendable {
    let notes: Result<[Sample], StorageError>
    let keyValueNotes: Result<[Sample], StorageError>
    let settings: Result<KeyValues, StorageError>

    var isDamaged: Bool {
        guard case .failure(.damaged) = notes else { return false }
        return true
    }
}

extension Contents: CustomStringConvertible {
    var description: String {
        func texts(_ result: Result<[Sample], StorageError>) -> String {
            switch result {
            case .success(let all): "\(all.map { "\($0.kind.singular) \($0.id) \($0.text.prefix(30))" })"
            case .failure(let error): "\(error)"
            }
        }
        let settings = self.settings.map { values in values.mapValues { String(decoding: $0.bytes, as: UTF8.self) } }
        return "notes \(texts(notes)); key-value \(texts(keyValueNotes)); settings \(settings)"
    }
}
