#!/usr/bin/env bash
# Plants twenty faults in a project from the template, one after another and each of another kind, and says how many tests
# find each, and the name of one. Only the tests about the project itself count, without those of Storage and Console.
# Ends with 1 if no test finds a fault, or if a fault can't be planted any more because its text has changed or doesn't
# compile.
#
#   Tests/EndToEnd/faults.sh [<word>…]
#
# With words, it plants only the faults whose description has one of them. For .ci/nightly, not for .ci/run: it takes
# about three minutes on two idle cores.
set -euo pipefail
cd "$(dirname "$0")/../.."

. Tests/EndToEnd/planting.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
words=("$@")
swift run --scratch-path "$scratch/template" template new-app Larder "$scratch/Larder" --entity Food --field name:String \
    --field 'note:String?' --field count:Int --field amount:Double --field 'weight:Double?' --field open:Bool \
    --field bought:Day --field 'bestBefore:Day?' --field 'unit:gram|litre|piece?' --field 'tags:[String]' >/dev/null
cd "$scratch/Larder"

# Builds incrementally. Returns 1 if that fails.
build() { swift build --build-tests >"$scratch/log" 2>&1; }

# Runs the tests. Returns 1 if one fails, and 124 if they don't end.
console=$(grep -rhoE 'struct \w+Tests' Tests/AppTests/Console | sed 's/struct //' | paste -sd '|')
tests() {
    timeout 600 swift test --skip-build --filter '^(Domain|Data|Presentation|App)Tests\.' \
        --skip "^AppTests\.($console)/" >"$scratch/log" 2>&1
}

planted=0 found=0 unplanted=0
# fault <description> <file> <text> <its replacement>: the text must be in the file exactly once.
fault() {
    local what=$1 file=$2 old=$3 new=$4 whole
    [ "${#words[@]}" = 0 ] || grep -qwF "$(printf '%s\n' "${words[@]}")" <<<"$what" || return 0
    plant "$what" "$file" "$old" "$new" || return 0
    if build; then
        planted=$((planted + 1))
        if tests; then
            echo "LIVES: $what"
        else
            # None if the process of the tests has ended before their time.
            grep -oP '^✘ Test \K(?!run )\w+(?=\(.* failed after)' "$scratch/log" | sort -u >"$scratch/names" || true
            found=$((found + 1))
            echo "found by $(wc -l <"$scratch/names"), such as $(head -n 1 "$scratch/names"): $what"
        fi
    else
        echo "NOT PLANTED: $what: $(grep -m 1 error: "$scratch/log")"
        unplanted=$((unplanted + 1))
    fi
    take_back "$file"
}

build || { cat "$scratch/log"; exit 1; }
tests || { grep ✘ "$scratch/log"; echo "FAILED: without a fault, too"; exit 1; }

record=Data/Foods/FoodRecord.swift
fault "record: a field isn't stored" $record \
    '        try visitor.optional("note", &draft.note)
' ''
fault "record: an optional field may not be missing in a file" $record 'optional("weight"' 'required("weight"'
fault "record: a field is stored under another name" $record '"bestBefore"' '"bestBefor"'

fault "field: reading gives another field's value" Domain/Foods/FoodDraft.swift \
    'case .note: .text(note)' 'case .note: .text(name)'
fault "field: writing changes another field" Domain/Foods/FoodDraft.swift \
    'case (.weight, .decimal(let given)): weight = ' 'case (.weight, .decimal(let given)): amount = '
fault "field: an optional field is listed as required" Domain/Foods/FoodField.swift \
    'case .bestBefore: true' 'case .bestBefore: false'
fault "entity: a missing field is called by another's name" Domain/Foods/Food.swift \
    'draft.bought, .bought' 'draft.bought, .open'

fault "use case: what is added isn't saved" Domain/Foods/AddFood.swift \
    '            try await unit.foods.save(food)
' ''
fault "use case: an edit that changes nothing is saved" Domain/Foods/EditFood.swift 'if after != before { ' 'do { '
fault "use case: what is missing is skipped, and the rest removed" Domain/Foods/RemoveFoods.swift \
    'throw .food(.noSuchFood("\(id)"))' 'continue'
fault "use case: the first of several matches is taken" Domain/Library/FindEntity.swift \
    'guard found.count == 1' 'guard found.count > 0'
fault "use case: an import always updates" Domain/Library/ImportEntities.swift \
    'if updates, after != before' 'if after != before'

fault "words: two fields have one label" Presentation/Foods/FoodField+Words.swift 'label: "Bought"' 'label: "Best before"'
fault "words: the message for an error is that of another" Presentation/Foods/FoodError+Message.swift \
    'there is no food' 'there are several foods'

commands=App/Commands/Foods
fault "command: list ignores --sort" $commands/ListFoodsCommand.swift 'query.sort = sort' 'query.sort = nil'
fault "command: remove never asks" $commands/RemoveFoodsCommand.swift 'isConfirmed = false' 'isConfirmed = true'
fault "command: an import with rejected rows ends with 0" $commands/ImportFoodsCommand.swift \
    'report.rejected.isEmpty ? .done : .malformedInput' '.done'
fault "command: export writes over the library" $commands/ExportFoodsCommand.swift \
    'try session.requireOutput(file)' 'try session.requireOutput("-")'

fault "container: the live environment lacks a value" App/Environment/LiveEnvironment.swift \
    '            .with(\.randomBits, { .random(in: .min ... .max) })
' ''
fault "container: a store has another's name" App/Environment/StoreChoice.swift '"keyvalue": .keyValue' '"keyvalue": .memory'

echo "faults: $found of $planted found, $unplanted not planted"
[ "$found" = "$planted" ] && [ "$unplanted" = 0 ]
