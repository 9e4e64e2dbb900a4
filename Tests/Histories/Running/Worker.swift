import FileTestSupport
import Foundation
import Storage

/// The process of a client: reads commands, and answers each with a line.
///
///     open <engine> <seed> <application> <name> <directory> <server>
///     step <number>
///     observe
///
/// The answer to a step begins with "struck" if its fault came, else with "calm". After `observe`, a line `seen …`
/// follows for each value.
struct Worker {
    private var session: Session?
    private var plan: Plan?

    mutating func run() async throws {
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.dropFirst().first) {
            case ("open", let engine?):
                guard words.count == 7, let engine = StorageEngine(rawValue: engine), let seed = UInt64(words[2]),
                    let location = StorageLocation(arguments: words[3...])
                else { exit(64) }
                let plan = Plan(engine, seed: seed)
                (self.plan, session) = (plan, Session(plan, at: location))
                print("open")
            case ("step", let number?):
                guard let session, let plan, let number = Int(number) else { exit(64) }
                let answer = await session.answer(to: plan.step(number))
                print(session.wasStruck ? "struck" : "calm", answer.line)
            case ("observe", nil):
                guard let session else { exit(64) }
                print("observing")
                fflush(nil)
                for try await text in session.texts() {
                    print("seen \(text)")
                    fflush(nil)
                }
            default: exit(64)
            }
            fflush(nil)
        }
    }
}
