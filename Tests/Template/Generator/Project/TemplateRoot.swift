import Foundation

/// The repository that projects are made from.
struct TemplateRoot {
    static let path = "Tests/Template/"
    static let rooms = path + "rooms.txt"
    static let project = path + "Project/"

    let folder: Folder

    /// The repository of this source file or, if that is gone, the current folder. Tests set TEMPLATE_ROOT to another.
    init() throws(Refusal) {
        let ancestors = sequence(first: URL(filePath: #filePath)) {
            $0.path == "/" ? nil : $0.deletingLastPathComponent()
        }
        let current = URL(filePath: FileManager.default.currentDirectoryPath)
        let chosen = ProcessInfo.processInfo.environment["TEMPLATE_ROOT"].map { [URL(filePath: $0)] }
        guard let url = (chosen ?? ancestors + [current]).first(where: { Folder(url: $0).has(Self.rooms) }) else {
            throw Refusal("there is no template here", "start this program in its repository", status: 1)
        }
        folder = Folder(url: url)
    }

    /// The revision that is checked out; nil if git doesn't know the folder as a repository of its own.
    var revision: String? {
        // In a folder of another repository, a second line says which.
        let lines = try? folder.run(["git", "rev-parse", "HEAD", "--show-prefix"]).split(separator: "\n")
        return lines?.count == 1 ? lines?.first.map { String($0) } : nil
    }

    /// The address that the repository came from, without name and password; nil if git doesn't know it.
    var address: String? {
        guard revision != nil else { return nil }
        let address = try? folder.run(["git", "remote", "get-url", "origin"])
        return address?.replacing(/:\/\/[^\/]*@/, with: "://").trimmingCharacters(in: .newlines)
    }
}
