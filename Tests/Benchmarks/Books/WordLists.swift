/// The words for invented titles, authors and shelves.
enum WordLists {
    struct Words {
        let plain: [String]
        let accented: [String]

        init(_ plain: String, accented: String) {
            self.plain = plain.split(whereSeparator: \.isWhitespace).map(String.init)
            self.accented = accented.split(whereSeparator: \.isWhitespace).map(String.init)
        }
    }

    static let adjectives = Words(
        """
        Silent Golden Broken Hidden Crimson Distant Hollow Gentle Burning Frozen Forgotten Invisible Endless Quiet
        Bitter Ancient Borrowed Crooked Patient Restless Luminous Ordinary Unfinished
        """, accented: "Étrange Naïve Última")

    static let nouns = Words(
        """
        River Garden Winter Orchard Lighthouse Cartographer Daughter Empire Mirror Harbour Clockmaker Stranger Letter
        Mountain Kitchen Shadow Railway Beekeeper Library Tide Compass Thief Meadow Physician Lantern Village Promise
        Sparrow Fjord Archive Inheritance Summer Bridge Alphabet
        """, accented: "Café Señora Soirée Brücke")

    static let places = Words(
        """
        Lisbon Oslo Vermont Dublin Kyoto Bohemia Patagonia Alexandria Odessa Naples Samarkand Bruges Trieste Saigon
        """, accented: "Kraków Málaga Zürich Québec Córdoba Reykjavík")

    static let givenNames = Words(
        """
        Anna Miguel Chinua Ursula Ingrid Tomasz Leo Haruki Nadia Margaret Paulo Elif George Iris Kazuo Octavia Ruth
        Daniel Toni Hugo Clarice Emil
        """, accented: "Zoë José Amélie Søren Björk Václav Wisława")

    static let familyNames = Words(
        """
        Okafor Marquez Lindqvist Winterbourne Tanaka Moreau Kowalczyk Hughes Petrov Yilmaz Castellanos Abernathy Rossi
        Nakamura O'Brien Delacroix Haddad Whitfield Almeida Carter Iyer Ferreira Lowell Dubois
        """, accented: "García Novák Fernández Šimková Müller Jørgensen Szabó Bergström")

    static let shelves = [
        "Fiction", "Science fiction", "History", "Holidays", "Poetry", "Classics", "Book club", "Essays", "Travel",
        "Evenings", "Children", "Memoirs",
    ]
}
