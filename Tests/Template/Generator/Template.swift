import Foundation

/// Makes projects out of this one. `rooms.txt`, in the folder above, names the files that they take as they are;
/// `Project`, beside it, has the code about a neutral entity, whose names are replaced.
@main
enum Template {
    static func main() {
        do throws(Refusal) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("template: \(error.problem); \(error.advice)\n".utf8))
            exit(error.status)
        }
    }

    private static func run(_ words: [String]) throws(Refusal) {
        switch words.first {
        case _ where words.contains("--help") || words == ["help"]:
            print([NewApp.help, NewFeature.help, RemoveFeature.help, Update.help].joined(separator: "\n\n"))
        case "new-app"?: try NewApp(Array(words.dropFirst())).run()
        case "new-feature"?: try NewFeature(Array(words.dropFirst())).run()
        case "remove-feature"?: try RemoveFeature(Array(words.dropFirst())).run()
        case "update"?: try Update(Array(words.dropFirst())).run()
        case let word:
            throw Refusal("there is no command \"\(word ?? "")\"", "see --help")
        }
    }
}
