public enum ItemSampleChoice: String, FieldChoice {
    case first, second, third
}
