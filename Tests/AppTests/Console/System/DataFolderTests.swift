import Testing

@testable import App

struct DataFolderTests {
    @Test(
        arguments: [
            (nil, [:], nil),
            (nil, ["HOME": "/home/ana"], "/home/ana/.local/share/calc"),
            (nil, ["HOME": "/home/ana", "XDG_DATA_HOME": "/data"], "/data/calc"),
            (nil, ["HOME": "/home/ana", "XDG_DATA_HOME": ""], "/home/ana/.local/share/calc"),
            (nil, ["HOME": "/home/ana", "XDG_DATA_HOME": "data"], "/home/ana/.local/share/calc"),
            (nil, ["CALC_FOLDER": "here", "XDG_DATA_HOME": "/data"], "here"),
            (nil, ["CALC_FOLDER": "", "XDG_DATA_HOME": "/data"], "/data/calc"),
            ("there", ["CALC_FOLDER": "here"], "there"),
        ] as [(String?, [String: String], String?)])
    func isTheFirstThatIsSet(_ option: String?, _ variables: [String: String], _ expected: String?) throws {
        let folder = DataFolder(program: "calc", variable: "CALC_FOLDER")
        #expect(try folder.path(option, Variables { variables[$0] }) == expected)
    }
}
