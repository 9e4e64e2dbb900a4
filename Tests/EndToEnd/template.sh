#!/usr/bin/env bash
# Makes a project from the template and tries it: it is the same each time, it has no word of what it came from, a feature
# can be added and taken back, and with that feature its own gate passes (format, build, arrows, use, tests).
#
#   Tests/EndToEnd/template.sh [<name of a project>…]
#
# Without names it tries the first. `template.sh Larder Lab2 Registry` tries all three.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "FAILED: $*"; exit 1; }

# arguments <name>: what the project is made of.
arguments() {
    case $1 in
    Larder) echo "--entity Food --field name:String --field amount:Double --field unit:gram|litre|piece?
        --field bestBefore:Day? --field tags:[String]" ;;
    Lab2) echo "--entity Lab2Mouse --plural Lab2Mice --field tattoo:String" ;;
    Registry) echo "--entity RoomKey --field label:String --field owner:String --field note:String? --field number:Int
        --field copies:Int? --field price:Double --field weight:Double? --field master:Bool --field broken:Bool?
        --field made:Day --field returned:Day? --field kind:house|car|safe --field finish:brass|steel?
        --field doors:[String]" ;;
    *) fail "there are no arguments for $1" ;;
    esac
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
swift build --product template --scratch-path "$scratch/template"
template=("$scratch/template/debug/template")
for name in "${@:-Larder}"; do
    # Unquoted: several words.
    read -r -d '' -a options < <(arguments "$name" | tr '\n' ' ') || true
    "${template[@]}" new-app "$name" "$scratch/$name" "${options[@]}" >"$scratch/log" || fail "$(cat "$scratch/log")"
    "${template[@]}" new-app "$name" "$scratch/again" "${options[@]}" >"$scratch/log"
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

    git init -q && git add -A && git -c user.name=template -c user.email=template@localhost commit -qm "As it was made"
    entity=$(sed -n 's/.*--entity \([A-Za-z0-9]*\).*/\1/p' <<<"${options[*]}")
    "${template[@]}" new-feature ShoppingPlace . --field title:String --field 'open:Bool?' --field "sells:$entity" \
        --field "specialty:$entity?" >"$scratch/log" ||
        fail "$(cat "$scratch/log")"
    .ci/run >"$scratch/log" 2>&1 || { grep -E '✘|error:|FAILED' "$scratch/log" || tail "$scratch/log"; fail "the gate of $name"; }
    grep -E '^==|skipped|Test run' "$scratch/log" | grep -v started
    "${template[@]}" remove-feature ShoppingPlace . >"$scratch/log" || fail "$(cat "$scratch/log")"
    [ -z "$(git status --porcelain)" ] || fail "something stays of a feature: $(git status --porcelain)"
    "${template[@]}" update . --dry-run >"$scratch/log" || fail "$(cat "$scratch/log")"
    [ "$(grep -c . "$scratch/log")" = 1 ] || fail "an update of a new project changes it: $(cat "$scratch/log")"
    cd - >/dev/null
    rm -rf "${scratch:?}/$name"
done
echo "template: all as expected"
