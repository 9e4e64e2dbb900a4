/// What invented titles, authors and shelves are made of.
enum WordLists {
    static let adjectives = words(
        """
        Silent Golden Broken Hidden Crimson Distant Hollow Gentle Burning Frozen Forgotten Invisible Endless Quiet
        Bitter Ancient Borrowed Crooked Patient Restless Luminous Ordinary Unfinished Étrange
        """)

    static let nouns = words(
        """
        River Garden Winter Orchard Lighthouse Cartographer Daughter Empire Mirror Harbour Clockmaker Stranger Letter
        Mountain Kitchen Shadow Railway Beekeeper Library Tide Compass Thief Meadow Physician Lantern Village Promise
        Sparrow Café Señora Fjord Archive Inheritance Summer Bridge Alphabet
        """)

    static let places = words(
        """
        Lisbon Kraków Oslo Vermont Málaga Dublin Kyoto Bohemia Patagonia Zürich Alexandria Odessa Québec Naples Samarkand
        Bruges Córdoba Reykjavík Trieste Saigon
        """)

    static let givenNames = words(
        """
        Anna Miguel Zoë Chinua Ursula José Ingrid Tomasz Brontë Leo Amélie Haruki Nadia Søren Margaret Paulo Elif George
        Björk Iris Kazuo Octavia Václav Ruth Daniel Wisława Toni Hugo Clarice Emil
        """)

    static let familyNames = words(
        """
        Okafor Marquez Lindqvist García Novák Winterbourne Tanaka Fernández Moreau Kowalczyk Hughes Šimková Petrov Yilmaz
        Castellanos Müller Abernathy Rossi Nakamura Ó'Brien Delacroix Haddad Jørgensen Whitfield Almeida Szabó Carter
        Iyer Ferreira Bergström Lowell Dubois
        """)

    static let shelves = [
        "Fiction", "Science fiction", "History", "Holidays", "Poetry", "Classics", "Café reads", "Essays", "Travel",
        "Evenings", "Children", "Memoirs",
    ]

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
