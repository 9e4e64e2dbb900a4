public enum ItemSampleChoice: String, CaseIterable, Hashable, Sendable {
    case first, second, third
}
