import Data

extension ValueReader<ImportMapping> {
    static var mapping: Self {
        Self(
            "<column>=<field>|<word>=<status>",
            expected: "<column>=<field>, <column>=ignore or <word>=<status>; the fields are "
                + ImportMapping.fields.joined(separator: ", ")
        ) { ImportMapping($0) }
    }
}
