#!/usr/bin/env bash
# Makes a project from the template and tries it: it is the same each time, it has no word of what it came from, a feature
# can be added and taken back, and with that feature its own gate passes (format, build, arrows, use, tests). Larder is
# made from an earlier revision, gets a rule by hand, and is updated: that replaces nothing else. For Bookshelf, it adds
# features to a copy of this project instead, tests them and what looks at the whole project, and takes them back.
#
#   Tests/EndToEnd/template.sh [<name of a project>…]
#
# Without names it tries the first.
# `template.sh Larder Lab2 Registry Bookshelf` tries all; Bookshelf takes five minutes on two idle cores.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "FAILED: $*"; exit 1; }

# arguments <name>: what the project is made of.
arguments() {
    case $1 in
    Larder) echo "--entity Food --field name:String --field amount:Double --field unit:gram|litre|piece?
        --field bestBefore:Day? --field tags:[String]" ;;
    Lab2) echo "--entity Lab2Mouse --plural Lab2Mice --field tattoo:String --with etcd" ;;
    Registry) echo "--entity RoomKey --field label:String --field owner:String --field note:String? --field number:Int
        --field copies:Int? --field price:Double --field weight:Double? --field master:Bool --field broken:Bool?
        --field made:Day --field returned:Day? --field kind:red|green|blue --field finish:brass|steel?
        --field doors:[String]" ;;
    *) fail "there are no arguments for $1" ;;
    esac
}

# earlier <folder>: the template as an earlier revision might have had it. Two neutral files differ, one is missing, and two
# have gone since, of which one names the entity.
earlier() {
    mkdir "$1"
    cp -r .gitignore .swift-format LICENSE Package.swift App Data Domain Presentation Tests "$1"
    echo "// As it was." | tee -a "$1/Domain/Library/Day.swift" >>"$1/Tests/Template/Project/Domain/Library/FieldValue.swift"
    rm "$1/Tests/Template/Project/Tests/DomainTests/Library/DayTests.swift"
    echo "enum Gone {}" >"$1/Data/Library/Gone.swift"
    echo "enum GoneItem {}" >"$1/Tests/Template/Project/Data/Library/GoneOfFeatures.swift"
}
# What `git status` says after an update of it.
updated=" M .template.json
 D Data/Library/Gone.swift
 M Domain/Library/Day.swift
?? Tests/DomainTests/Library/DayTests.swift"

# by_hand: adds a rule to Larder, with its error, message and test, and a line to a file that knows no entity.
by_hand() {
    sed -i '/ amount = /a\        guard amount > 0 else { throw .food(.noAmount) }' Domain/Foods/Food.swift
    sed -i '/case missing/a\    case noAmount' Domain/Foods/FoodError.swift
    sed -i "/case .missing/a\        case .noAmount: \"an amount must be more than 0\"" \
        Presentation/Foods/FoodError+Message.swift
    cat >Tests/PresentationTests/Foods/FoodAmountTests.swift <<'END'
import Data
import Domain
import Presentation
import TestSupport
import Testing

struct FoodAmountTests {
    @Test func anAmountIsMoreThanNothing() throws {
        var draft = foodDraft(1)
        draft.amount = 0.5
        #expect(try Food(id: Food.ID(bits: 1), draft: draft).amount == 0.5)
        draft.amount = 0
        let error = #expect(throws: LibraryError.self) { try Food(id: Food.ID(bits: 1), draft: draft) }
        #expect(error?.message == "an amount must be more than 0")
    }

    @MainActor
    @Test func theFormSaysSoBeforeItIsSaved() throws {
        let editor = FoodEditorViewModel(context: context(StoredLibrary.inMemory()))
        for field in FoodField.allCases { editor.type(field.example(1).text, into: field) }
        #expect(editor.canSave)
        editor.type("0", into: .amount)
        #expect(editor.problem == "an amount must be more than 0")
        #expect(!editor.canSave)
    }
}
END
    cat >Tests/DataTests/Foods/FoodAmountRecordTests.swift <<'END'
import Data
import Domain
import Storage
import Testing

struct FoodAmountRecordTests {
    @Test func aStoredFoodThatBreaksTheRuleIsNamedWithIt() async throws {
        let id = try #require(RecordID("000000000001"))
        let json = #"{"id":"000000000001","name":"Flour","amount":0}"#
        let kind = RecordKind(singular: "food", plural: "foods")
        let library = StoredLibrary(
            MemoryRecordStore([RecordChange(kind: kind, id: id, json: Array(json.utf8))]), schema: .larder)
        let error = await #expect(throws: LibraryError.self) {
            try await library.repository(of: Food.self).all()
        }
        #expect(String(describing: error).contains("it breaks the rule “noAmount”"))
    }
}
END
    echo "// By hand." >>Domain/Library/FieldValue.swift
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

# The commands on the pages do what they say, one after the other.
tried=0
while IFS= read -r place; do
    echo "-- $place"
    page=$scratch/pages/${place%%:*}
    mkdir -p "$page"
    line=$(sed -E "s# \.( |\$)# $scratch/Bookshelf\1#" <<<"${place#*swift run template }")
    [[ $line != update* ]] || line+=" --dry-run"
    # Quoted for a shell, as on the page.
    eval "template ${line//..\//"$page/"}"
    tried=$((tried + 1))
done < <(grep -rnH --include='*.md' '^ *swift run template ' README.md Domain Data Presentation App)
[ "$tried" -gt 0 ] || fail "no page has a command of the template"
unedited

# this_project: adds two features to the copy of this project, of which one refers to the other; then nothing is edited.
this_project() {
    cd "$scratch/Bookshelf"
    template new-feature Shop . --field name:String --field 'open:Bool?' --field 'kind:corner|market|online?' \
        --field visits:Int --field 'rating:Double?' --field 'since:Day?' --field 'sells:[String]'
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
    "$program" --quiet shop add Rosetta --visits 3 >/dev/null
    "$program" --quiet book-token add A1 --amount 20 --expires today --bought-at rosetta >/dev/null
    [ "$("$program" book-token list --columns number,amount)" = $'A1\t20' ] || fail "a book token isn't listed"
    ! "$program" --quiet shop remove rosetta --yes 2>/dev/null || fail "a shop that a token names was removed"
    [ "$("$program" backup - | "$program" --json restore - --directory "$scratch/restored" 2>/dev/null)" = \
        '{"books":0,"people":0,"loans":0,"shops":1,"bookTokens":1}' ] || fail "a backup lacks the features"
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
    diff -r "$scratch/$name" "$scratch/again" || fail "made twice, $name differs"
    rm -r "$scratch/again"
    cd "$scratch/$name"

    # Words are split at changes of case: `ReadingBook` has one, `bookkeeping` none.
    words="book books shelf shelves bookshelf isbn author authors borrower borrowers loan loans lend lent goodreads catalogue"
    find . -type f ! -name LICENSE ! -name .template.json -exec grep -HoE '[A-Z]?[a-z]+|[A-Z]+' {} + |
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
    git init -q && commit "As it was made"
    entity=$(sed -n 's/.*--entity \([A-Za-z0-9]*\).*/\1/p' <<<"${options[*]}")
    template new-feature ShoppingPlace . --field title:String --field 'open:Bool?' --field "sells:$entity" \
        --field "specialty:$entity?"
    changes=
    if [ "$name" = Larder ]; then
        template update .
        grep -qx "left alone, because it was changed by hand: Domain/Library/FieldValue.swift" "$scratch/log" ||
            fail "an update doesn't list what was changed by hand: $(cat "$scratch/log")"
        changes=$updated
    fi
    .ci/run >"$scratch/log" 2>&1 || { grep -E '✘|error:|FAILED' "$scratch/log" || tail "$scratch/log"; fail "the gate of $name"; }
    grep -E '^==|skipped|Test run' "$scratch/log" | grep -v started
    template remove-feature ShoppingPlace .
    [ "$(git status --porcelain)" = "$changes" ] || fail "other changes than expected: $(git status --porcelain)"
    cd - >/dev/null
    rm -rf "${scratch:?}/$name"
done
echo "template: all as expected"
