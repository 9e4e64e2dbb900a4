import Foundation

/// A text file, with its path in a project or in the template.
struct ProjectFile {
    var path: String
    var text: String
    var isExecutable = false
    /// Whether it names neither the entity nor a field, so that an update replaces it.
    var isNeutral = true
}

/// A folder, with paths in it.
struct Folder {
    let url: URL

    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url.appending(path: path).path) }

    func read(_ path: String) throws(Refusal) -> ProjectFile {
        let file = url.appending(path: path)
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw Refusal("\(file.path) can't be read", "make it a readable file in UTF-8", status: 1)
        }
        return ProjectFile(
            path: path, text: text, isExecutable: FileManager.default.isExecutableFile(atPath: file.path))
    }

    func write(_ file: ProjectFile) throws(Refusal) {
        let place = url.appending(path: file.path)
        let folder = place.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: place)
            guard file.isExecutable else { return }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path)
        } catch {
            throw Refusal(
                "\(place.path) can't be written: \(error.localizedDescription)", "use another folder", status: 1)
        }
    }

    /// Removes a file, and the folders that are empty then.
    func remove(_ path: String) throws(Refusal) {
        let place = url.appending(path: path)
        do {
            try FileManager.default.removeItem(at: place)
        } catch {
            throw Refusal(
                "\(place.path) can't be removed: \(error.localizedDescription)", "make its folder writable", status: 1)
        }
        var parent = place.deletingLastPathComponent()
        // Unlike FileManager, it removes an empty folder only.
        while parent.path != url.path, rmdir(parent.path) == 0 { parent.deleteLastPathComponent() }
    }

    /// The paths of all files below a folder, whose path ends in a slash, but for what builds and systems put there.
    func files(in folder: String) -> [String] {
        guard let found = FileManager.default.enumerator(atPath: url.appending(path: folder).path) else { return [] }
        var paths: [String] = []
        for case let path as String in found {
            let isFolder = found.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
            if path.contains(/(^|\/)\.(build|swiftpm|git|DS_Store)$/) {
                if isFolder { found.skipDescendants() }
            } else if !isFolder {
                paths.append(folder + path)
            }
        }
        return paths.sorted()
    }

    /// Runs a program in this folder, and returns what it prints. Throws if it fails.
    @discardableResult
    func run(_ words: [String]) throws(Refusal) -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = url
        process.standardOutput = output
        process.standardError = output
        guard (try? process.run()) != nil else { throw Refusal("env can't be started", "install it", status: 1) }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let lines = text.split(separator: "\n")
            let telling = lines.filter { $0.hasPrefix("✘") || $0.contains("error:") }
            let shown = (telling.isEmpty ? lines.suffix(20) : telling.prefix(20)[...]).joined(separator: "\n")
            throw Refusal("\(words.prefix(2).joined(separator: " ")) failed:\n\(shown)\n", "mend that first", status: 1)
        }
        return text
    }
}
