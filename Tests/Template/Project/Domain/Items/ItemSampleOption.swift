public enum ItemSampleOption: String, CaseIterable, Hashable, Sendable {
    case first, second, third
}
