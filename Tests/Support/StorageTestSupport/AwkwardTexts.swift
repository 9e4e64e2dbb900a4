/// Texts that many stores return changed.
public let awkwardTexts = [
    "", #"She said "No""#, #"C:\new\u0041"#, "\\", "\"", #"{"id":"x"}"#, "null", "0",
    String(decoding: (0..<0x20).flatMap { [0x61, $0, 0x62] }, as: UTF8.self), "a\u{0}", "\u{7F}\u{80}\u{9F}",
    "\u{1B}[31mred\u{1B}[0m", "\u{FEFF}a", "\u{FFFD}\u{FFFE}\u{FFFF}\u{10FFFF}", "\u{2028}\u{2029}\u{85}\r\n",
    "e\u{301} and \u{E9}",
    "\u{1F9D1}\u{200D}\u{1F4BB} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{1F1EA}\u{1F1EA}",
    "\u{202E}תנ״ך\u{202C} ألف ليلة وليلة", "紅樓夢", "a" + String(repeating: "\u{301}", count: 200),
    String(repeating: "Long \u{1F4DA} ", count: 3000),
]
