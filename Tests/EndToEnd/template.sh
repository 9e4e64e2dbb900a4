#!/usr/bin/env bash
# Makes a project from the template and tries it: it is the same each time, it has no word of what it came from, a feature
# can be added and taken back, and with that feature its own gate passes (format, build, arrows, use, tests). Larder is
# made from an earlier revision, gets two rules by hand, and is updated: that replaces nothing else. For Bookshelf, it adds
# features to a copy of this project instead, tests them and what looks at the whole project, and takes them back.
#
#   Tests/EndToEnd/template.sh [<name of a project>…]
#
# Without names it tries the first.
# `template.sh Larder Lab2 Registry Habits Bookshelf` tries all; Bookshelf takes five minutes on two idle cores.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "FAILED: $*"; exit 1; }

# arguments <name>: what the project is made of.
arguments() {
    case $1 in
    # Two fields are called as a keyword of Swift, and as an option of every command; one refers to its own entity.
    Larder) echo "--entity Food --field name:String --field amount:Double --field unit:gram|litre|piece?
        --field bestBefore:Day? --field tags:[String] --field default:Bool --field limit:Int?
        --field stars:Int(1...5)? --field notes:Text? --field partOf:Food?" ;;
    Lab2) echo "--entity Lab2Mouse --with etcd --field tattoo:String" ;;
    # The smallest, whose program is called as several of its entity.
    Habits) echo "--entity Habit --field name:String --field days:Int(1...7) --without full-screen --without compare" ;;
    # Fields that are called as keywords of Swift, and as options of every program.
    Registry) echo "--entity RoomKey --field label:String --field description:String --field class:String? --field limit:Int
        --field version:Int? --field value:Double --field weight:Double? --field default:Bool
        --field made:Day --field returned:Day? --field format:red|green|blue --field color:brass|steel?
        --field in:[String]" ;;
    *) fail "there are no arguments for $1" ;;
    esac
}

# earlier <folder>: the template as an earlier revision might have had it. Two neutral files differ, one is missing, and two
# have gone since, of which one names the entity.
earlier() {
    mkdir "$1"
    cp -r .ci .gitignore .swift-format LICENSE Package.swift App Data Domain Presentation Tests "$1"
    echo "// As it was." | tee -a "$1/Domain/Library/Day.swift" >>"$1/Domain/Library/ImportEntities.swift"
    rm "$1/Tests/Template/Project/Tests/DomainTests/Library/DayTests.swift"
    echo "enum Gone {}" >"$1/Data/Library/Gone.swift"
    echo "enum GoneItem {}" >"$1/Tests/Template/Project/Data/Library/GoneOfFeatures.swift"
}
# What `git status` says after an update of it.
updated=" M .gitattributes
 M .template.json
 D Data/Library/Gone.swift
 M Domain/Library/Day.swift
?? Tests/DomainTests/Library/DayTests.swift"

# by_hand: adds a rule to Larder as its README says, with its error, message and test, and a line to a file that knows no
# entity.
by_hand() {
    sed -i '/rules: \[Rule<Food>\] = references$/c\
    public static let rules: [Rule<Food>] =\
        references + [\
            .always { food throws(LibraryError) in if food.amount <= 0 { throw .food(.noAmount(food)) } }\
        ]' Domain/Foods/Food.swift
    sed -i '/case missing/a\    case noAmount(Food)' Domain/Foods/FoodError.swift
    sed -i '/case .missing/a\        case .noAmount(let food): "\\"\\(food.displayName)\\" needs an amount of more than 0"' \
        Presentation/Foods/FoodError+Message.swift
    cat >Tests/PresentationTests/Foods/FoodRuleTests.swift <<'END'
import Data
import Domain
import Presentation
import TestSupport
import Testing

struct FoodRuleTests {
    private let library = StoredLibrary.inMemory()

    private func expectRefusal(_ action: () async throws -> Void) async {
        let error = await #expect(throws: LibraryError.self) { try await action() }
        #expect(error?.message == "\"Sample 1\" needs an amount of more than 0")
    }

    @Test func nothingGetsAroundTheRule() async throws {
        var draft = foodDraft(1)
        draft.amount = 0
        let (full, empty) = (try food(1), try Food(id: Food.ID(bits: 1), draft: draft))
        try await library.foods.save([full, food(2)])
        await expectRefusal { try await library.foods.save(empty) }
        await expectRefusal { _ = try await AddEntity<Food>(context(library))(empty.draft) }
        await expectRefusal { _ = try await EditEntity<Food>(context(library))(full.id) { $0.amount = 0 } }
        let rows = [
            ImportedEntity<Food>(line: 2, id: nil, draft: empty.draft),
            ImportedEntity<Food>(line: 3, id: nil, draft: foodDraft(3)),
        ]
        let report = try await ImportEntities<Food>(context(library))(rows, updates: true)
        #expect(report.added == 1)
        #expect(report.rejected == [.init(line: 2, error: .food(.noAmount(empty)))])
    }
}
END
    cat >Tests/DataTests/Foods/FoodAmountRecordTests.swift <<'END'
import Data
import Domain
import Storage
import TestSupport
import Testing

/// A library that is older than the rule.
struct FoodAmountRecordTests {
    private let id = Food.ID(bits: 1)

    private func library() async throws -> StoredLibrary {
        let record = try #require(RecordID("000000000001"))
        let json = #"{"id":"000000000001","name":"Flour","amount":0}"#
        let kind = RecordKind(singular: "food", plural: "foods")
        let library = StoredLibrary(
            MemoryRecordStore([RecordChange(kind: kind, id: record, json: Array(json.utf8))]), schema: .larder)
        try await library.foods.save(food(2))
        return library
    }

    @Test func whatBreaksTheRuleIsReadNamedAndRestored() async throws {
        let library = try await library()
        #expect(try await library.foods.all().map(\.amount).first == 0)
        #expect(try await library.brokenRules().map(\.entity.text) == ["Flour"])
        let other = StoredLibrary.inMemory()
        try await other.restore(try await library.backup())
        #expect(try await other.foods.all() == library.foods.all())
    }

    @Test func onlyAChangeOfItMustKeepTheRule() async throws {
        let library = try await library()
        _ = try await EditEntity<Food>(context(library))(Food.ID(bits: 2)) { $0.name = "Rice" }
        await #expect(throws: LibraryError.self) {
            try await EditEntity<Food>(context(library))(id) { $0.name = "Rye" }
        }
        _ = try await EditEntity<Food>(context(library))(id) { ($0.name, $0.amount) = ("Rye", 1) }
        #expect(try await library.foods.all().map(\.name) == ["Rye", "Rice"])
        #expect(try await library.brokenRules().isEmpty)
    }
}
END
    echo "// By hand." >>Domain/Library/ImportEntities.swift
}

# own_kind: an entry refers to another of its own type, and keeps it.
own_kind() {
    local program
    program=$(swift build --show-bin-path)/larder
    export LARDER_DIRECTORY=$scratch/own
    "$program" help add | grep -q 'larder add <name> --amount <number>' || fail "help doesn't show what is required"
    local needs
    needs=$("$program" add 2>&1 || true)
    [[ $needs == "larder: add needs <name> and --amount <number>"* ]] || fail "not all that is missing is said: $needs"
    "$program" --quiet add Flour --amount 1 --stars 5 --notes $'White.\nFine.' >/dev/null
    "$program" --quiet add Bread --amount 2 --part-of flour >/dev/null
    [ "$("$program" list --where part-of:flour --columns name)" = Bread ] || fail "a part isn't found"
    ! "$program" --quiet remove flour --yes 2>"$scratch/refused" || fail "what another refers to was removed"
    grep -q Bread "$scratch/refused" || fail "who refers to it isn't named: $(cat "$scratch/refused")"
    ! "$program" --quiet edit flour --stars 6 2>/dev/null || fail "six stars"
    [ "$("$program" show flour --json | jq -r .notes)" = $'White.\nFine.' ] || fail "a line is lost"
    unset LARDER_DIRECTORY
}

# rule_between: adds a rule about a shopping place and what it sells.
rule_between() {
    sed -i '/rules: \[Rule<ShoppingPlace>\] = references$/c\
    public static let rules: [Rule<ShoppingPlace>] =\
        references + [\
            .holds(with: { $0.sells }) { (place, food: Food) throws(LibraryError) in\
                if place.title == food.name { throw .shoppingPlace(.isCalledLikeFood(food)) }\
            }\
        ]' Domain/ShoppingPlaces/ShoppingPlace.swift
    sed -i '/case missing/a\    case isCalledLikeFood(Food)' Domain/ShoppingPlaces/ShoppingPlaceError.swift
    sed -i '/case .missing/a\        case .isCalledLikeFood(let food): "a shop can'"'"'t be called \\"\\(food.name)\\""' \
        Presentation/ShoppingPlaces/ShoppingPlaceError+Message.swift
    cat >Tests/PresentationTests/ShoppingPlaces/ShoppingPlaceRuleTests.swift <<'END'
import Data
import Domain
import Presentation
import TestSupport
import Testing

struct ShoppingPlaceRuleTests {
    /// A list of food breaks the rule of the shop, which the rows' own rules don't see.
    @Test func aRowThatBreaksARuleOfOthersIsRejectedAndTheRestIsTaken() async throws {
        let library = StoredLibrary.inMemory()
        var place = shoppingPlaceDraft(1, "Rye")
        place.sells = Food.ID(bits: 3)
        try await library.foods.save((1...6).map { try food($0) })
        try await library.saveTargets(of: [place])
        try await library.shoppingPlaces.save(ShoppingPlace(id: ShoppingPlace.ID(bits: 1), draft: place))
        let rows = (1...6).map { n in
            let draft = foodDraft(n, n == 3 ? "Rye" : "New \(n)")
            return ImportedEntity<Food>(line: n, id: Food.ID(bits: UInt64(n)), draft: draft)
        }
        let report = try await ImportEntities<Food>(context(library))(rows, updates: true)
        #expect(report.updated == 5)
        #expect(report.rejected.map(\.line) == [3])
        #expect(report.rejected.map(\.error.message) == ["a shop can't be called \"Rye\""])
        let names = try await library.foods.all().prefix(6).map(\.name)
        #expect(names == ["New 1", "New 2", "Sample 3", "New 4", "New 5", "New 6"])
    }
}
END
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
swift build --product template --scratch-path "$scratch/template"
template() { "$scratch/template/debug/template" "$@" >"$scratch/log" || fail "$(cat "$scratch/log")"; }
commit() { git add -A && git -c user.name=template -c user.email=template@localhost commit -qm "$1"; }
# A copy of this project, which the pages call `.`
mkdir "$scratch/Bookshelf"
git ls-files -z | xargs -0 cp --parents -t "$scratch/Bookshelf"
(cd "$scratch/Bookshelf" && git init -q && commit "As it was")
unedited() {
    [ -z "$(git -C "$scratch/Bookshelf" status --porcelain)" ] ||
        fail "features leave something behind: $(git -C "$scratch/Bookshelf" status --porcelain)"
}

# The commands on the pages do what they say, one after the other. No page names a feature that may be taken out: this is one.
removable=$(sed -n 's/^\[\(.*\)\]$/\1/p' Tests/Template/features.txt | head -n 1)
tried=0
while IFS= read -r place; do
    echo "-- $place"
    page=$scratch/pages/${place%%:*}
    mkdir -p "$page"
    line=$(sed -E "s# \.( |\$)# $scratch/Bookshelf\1#" <<<"${place#*swift run template }")
    [[ $line != update* ]] || line+=" --dry-run"
    [[ $line != *"<Feature>…"* || -n $removable ]] || continue
    line=${line//<Feature>…/"$removable"}
    # Quoted for a shell, as on the page.
    eval "template ${line//..\//"$page/"}"
    [[ $line != "remove-feature $removable "* ]] || git -C "$scratch/Bookshelf" checkout -q .
    tried=$((tried + 1))
done < <(grep -rnH --include='*.md' '^ *swift run template ' README.md Domain Data Presentation App)
[ "$tried" -gt 0 ] || fail "no page has a command of the template"
unedited

# What git doesn't have is not removed, nor anything else then.
if [ -n "$removable" ]; then
    mine=$(find "$scratch/Bookshelf/App" -type d -name "$removable" | sort | head -n 1)/Mine.swift
    echo "// Not committed." >"$mine"
    ! (template remove-feature "$removable" "$scratch/Bookshelf") >/dev/null 2>&1 || fail "$mine was removed"
    [ "$(git -C "$scratch/Bookshelf" status --porcelain)" = "?? ${mine#"$scratch/Bookshelf/"}" ] || fail "a refusal has removed something"
    rm "$mine"
fi

# this_project: adds two features to the copy of this project, of which one refers to the other; then nothing is edited.
this_project() {
    cd "$scratch/Bookshelf"
    template new-feature Shop . --field name:String --field 'open:Bool' --field 'kind:corner|market|online?' \
        --field visits:Int --field 'rating:Double?' --field 'since:Day?' --field 'sells:[String]' \
        --field 'guide:Book?' --field 'owner:Borrower?'
    template new-feature BookToken . --field number:String --field amount:Double --field expires:Day --field boughtAt:Shop \
        --field 'spentAt:Shop?'
    swift format lint --strict -r Domain Data Presentation App Tests
    swift build --build-tests >"$scratch/log" 2>&1 || fail "$(grep error: "$scratch/log")"
    ! grep warning: "$scratch/log" || fail "a warning"
    # Those of the features, of what they stand on, and those that count, list or compare.
    local suites='Shop|BookToken|Entity|Field|Schema|Figure|Rule|Help|Manual|Readme|Pages|Pictures|Secrets|Backup|Repair'
    swift test --skip-build --filter "/?[A-Za-z]*($suites|Completions|ErrorReport|RowT|Composition)[A-Za-z]*" \
        >"$scratch/log" 2>&1 || fail "$(grep '✘' "$scratch/log")"
    tail -n 1 "$scratch/log"
    local program
    program=$(swift build --show-bin-path)/bookshelf
    export BOOKSHELF_DIRECTORY=$scratch/library
    "$program" --quiet add Baedeker --author "Karl Baedeker" >/dev/null
    "$program" --quiet shop add Rosetta --visits 3 --guide baedeker >/dev/null
    [ "$("$program" shop list --where 'visits:..3 guide:baed' --columns name)" = Rosetta ] || fail "a shop isn't found"
    ! "$program" --quiet remove baedeker --yes 2>/dev/null || fail "a book that a shop names was removed"
    "$program" --quiet lend baedeker --to "Ana Maria"
    "$program" --quiet return baedeker
    "$program" --quiet shop edit rosetta --owner ana
    [ "$("$program" shop list --where owner:maria --columns name)" = Rosetta ] || fail "an owner isn't found"
    ! "$program" --quiet people remove "Ana Maria" 2>/dev/null || fail "a person whom a shop names was removed"
    "$program" --quiet book-token add A1 --amount 20 --expires today --bought-at rosetta >/dev/null
    [ "$("$program" book-token list --columns number,amount)" = $'A1\t20' ] || fail "a book token isn't listed"
    ! "$program" --quiet shop remove rosetta --yes 2>/dev/null || fail "a shop that a token names was removed"
    [ "$("$program" backup - | "$program" --json restore - --directory "$scratch/restored" 2>/dev/null)" = \
        '{"books":1,"people":1,"loans":1,"shops":1,"bookTokens":1}' ] || fail "a backup lacks the features"
    unset BOOKSHELF_DIRECTORY
    template remove-feature BookToken .
    template remove-feature Shop .
    unedited
    cd - >/dev/null
    echo "Bookshelf: features are added and taken back"
}
for name in "${@:-Larder}"; do
    if [ "$name" = Bookshelf ]; then
        this_project
        continue
    fi
    # Unquoted: several words.
    read -r -d '' -a options < <(arguments "$name" | tr '\n' ' ') || true
    template new-app "$name" "$scratch/$name" "${options[@]}"
    template new-app "$name" "$scratch/again" "${options[@]}"
    diff -r -x .git "$scratch/$name" "$scratch/again" || fail "made twice, $name differs"
    rm -r "$scratch/again"
    cd "$scratch/$name"

    # Words are split at changes of case: `ReadingBook` has one, `bookkeeping` none.
    words="book books shelf shelves bookshelf isbn author authors borrower borrowers loan loans lend lent goodreads catalogue"
    grep -q "$name developers" LICENSE || fail "the licence names somebody else"
    find . -type f ! -path './.git/*' ! -name LICENSE ! -name .template.json -exec grep -HoE '[A-Z]?[a-z]+|[A-Z]+' {} + |
        tr '[:upper:]' '[:lower:]' | grep -E ":($(tr ' ' '|' <<<"$words"))$" | sort | uniq -c >"$scratch/found" || true
    [ ! -s "$scratch/found" ] || fail "$name has words of what it came from: $(cat "$scratch/found")"

    lines=$(grep -rlwE "$(sed -n 's/.*--entity \([A-Za-z0-9]*\).*/\1/p' <<<"${options[*]}")[A-Za-z]*" \
        Domain Data Presentation App --include='*.swift' | xargs cat | wc -l)
    echo "$name: $lines lines in product files that name its entity, 900 at most"
    [ "$lines" -le 900 ] || fail "too many lines name the entity"

    template update . --dry-run
    [ "$(grep -c . "$scratch/log")" = 1 ] || fail "an update of a new project changes it: $(cat "$scratch/log")"

    if [ "$name" = Larder ]; then
        cd - >/dev/null
        earlier "$scratch/earlier"
        rm -r "${scratch:?}/$name"
        TEMPLATE_ROOT=$scratch/earlier template new-app "$name" "$scratch/$name" "${options[@]}"
        cd "$scratch/$name"
        by_hand
    fi
    [ "$(git check-attr linguist-generated Domain/Library/Day.swift Domain/Library/LibraryError.swift | sed 's/.*: //' | xargs)" = \
        "set unspecified" ] || fail ".gitattributes doesn't tell the kernel from the rest"
    grep -Eq '^\*\*Yours\*\* are [1-9][0-9]* lines of the product in [1-9]' README.md || fail "the README doesn't say what is the owner's"
    # Most tests of Storage ran here already. The contract stays, with what it stands on.
    rm -r Tests/StorageTests/{Faults,Fuzzing,Journal,JSON,KeyValue,Observation}
    find Tests/StorageTests/Files -name '*.swift' ! -name CRC32CTests.swift -delete
    git init -q && commit "As it was made"
    entity=$(sed -n 's/.*--entity \([A-Za-z0-9]*\).*/\1/p' <<<"${options[*]}")
    template new-feature ShoppingPlace . --field title:String --field 'open:Bool' --field "sells:$entity" \
        --field "specialty:$entity?"
    changes=
    if [ "$name" = Larder ]; then
        tar -cf "$scratch/places" Domain/ShoppingPlaces Presentation/ShoppingPlaces
        rule_between
        # A use of what the update removes: it is taken back.
        echo 'extension Gone {}' >>Data/Foods/FoodRecord.swift
        before=$(git add -A && git write-tree)
        ! (template update .) >/dev/null 2>&1 || fail "an update that doesn't build is kept"
        [ "$(git add -A && git write-tree)" = "$before" ] || fail "a failed update leaves something: $(git diff --stat "$before")"
        git reset -q
        sed -i '/^extension Gone/d' Data/Foods/FoodRecord.swift
        template update .
        grep -qx "left alone, because it was changed by hand: Domain/Library/ImportEntities.swift" "$scratch/log" ||
            fail "an update doesn't list what was changed by hand: $(cat "$scratch/log")"
        changes=$updated
    fi
    .ci/run >"$scratch/log" 2>&1 || { grep -E '✘|error:|FAILED' "$scratch/log" || tail "$scratch/log"; fail "the gate of $name"; }
    grep -E '^==|skipped|Test run' "$scratch/log" | grep -v started
    if [ "$name" = Larder ]; then
        own_kind
        tar -xf "$scratch/places"
        rm Tests/PresentationTests/ShoppingPlaces/ShoppingPlaceRuleTests.swift
    fi
    template remove-feature ShoppingPlace .
    git status --porcelain --untracked-files=all >"$scratch/status"
    [ "$(cat "$scratch/status")" = "$changes" ] || fail "other changes than expected: $(cat "$scratch/status")"
    cd - >/dev/null
    rm -rf "${scratch:?}/$name"
done
echo "template: all as expected"
