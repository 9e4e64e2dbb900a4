import Foundation

/// The Swift files below a folder of the package, with their paths.
public func sourceFiles(in folder: String) throws -> [(path: String, text: String)] {
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
    let directory = root.appending(path: folder)
    let paths = FileManager.default.subpaths(atPath: directory.path) ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
        ("\(folder)/\(path)", try String(contentsOf: directory.appending(path: path), encoding: .utf8))
    }
}
