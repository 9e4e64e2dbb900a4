import Testing

@testable import App

struct ColorChoiceTests {
    @Test(
        arguments: [
            (nil, [:], .auto, true, true), (nil, [:], .auto, false, false),
            (nil, ["NO_COLOR": "1"], .auto, true, false),
            (nil, ["NO_COLOR": ""], .auto, true, true), (nil, ["TERM": "dumb"], .auto, true, false),
            (nil, ["NO_COLOR": "1"], .always, true, false), (nil, [:], .always, false, true),
            (nil, [:], .never, true, false),
            (.always, ["NO_COLOR": "1"], .never, false, true), (.never, [:], .always, true, false),
            (.auto, ["NO_COLOR": "1"], .always, true, false),
            (nil, ["TERM": "dumb"], .always, true, false), (nil, ["FORCE_COLOR": "1"], .auto, false, true),
            (nil, ["FORCE_COLOR": ""], .auto, false, false), (nil, ["FORCE_COLOR": "0"], .auto, false, true),
            (nil, ["FORCE_COLOR": "", "NO_COLOR": "1"], .auto, true, false),
            (.auto, ["FORCE_COLOR": "1", "NO_COLOR": "1"], .never, false, true),
            (nil, ["FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "dumb"], .never, false, true),
            (.never, ["FORCE_COLOR": "1"], .always, true, false), (.always, ["TERM": "dumb"], .never, false, true),
        ] as [(ColorChoice?, [String: String], ColorChoice, Bool, Bool)])
    func colorIsUsed(
        _ option: ColorChoice?, _ variables: [String: String], _ preference: ColorChoice, _ isTerminal: Bool,
        _ expected: Bool
    ) {
        let used = ColorChoice.usesColor(
            option: option, variables: Variables { variables[$0] }, preference: preference, isTerminal: isTerminal)
        #expect(used == expected)
    }
}
