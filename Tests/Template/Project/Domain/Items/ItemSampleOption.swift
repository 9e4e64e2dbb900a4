public enum ItemSampleOption: String, FieldChoice {
    case first, second, third
}
