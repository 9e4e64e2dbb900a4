/// An entity with its fields: what one folder in each layer is about.
struct Feature {
    let entity: Name
    /// Also the name of its folders.
    let plural: Name
    private(set) var fields: [Field] = []

    /// Its fields can refer to the entities `others`. Throws unless all names can be used, and a field can name an
    /// entity for people.
    init(entity: String, plural: String?, fields texts: [String], others: [String] = []) throws(Refusal) {
        try NameRules.checkType(entity, "entity")
        self.entity = Name(entity)
        self.plural = Name(plural ?? self.entity.plural)
        try NameRules.checkType(self.plural.text, "plural")
        guard self.plural != self.entity else {
            throw Refusal("\(entity) is its own plural", "write for example --plural \(entity)List")
        }
        for text in texts {
            let field = try Field(text, of: entity, entities: others)
            guard !fields.contains(where: { $0.name.text.lowercased() == field.name.text.lowercased() }) else {
                throw Refusal("the field \(field.name.text) is given twice", "give each field its own name")
            }
            fields.append(field)
        }
        guard let naming = fields.firstIndex(where: \.isName) else {
            throw Refusal("\(entity) has no String without ? to name it by", "add for example --field title:String")
        }
        fields[naming].model = .sampleName
    }
}
