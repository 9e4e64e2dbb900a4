#!/usr/bin/env bash
# Uses one library with two versions of the program in turn. The older one must read what the newer has written, change
# it, and lose nothing that it doesn't know. Afterwards the newer one undoes its last command, or refuses.
#
#   Tests/EndToEnd/older.sh <bookshelf> <older bookshelf>
#
# The manual says what it finds, under "Older versions".
set -uo pipefail

[ $# -eq 2 ] || { echo "usage: $0 <bookshelf> <older bookshelf>"; exit 64; }
newer=$(realpath "$1")
older=$(realpath "$2")
. "$(dirname "$0")/checks.sh" "$1" || exit

# new <arguments…>, old <arguments…>: run a version on the library at hand. It asks nothing.
new() { env -i HOME="$scratch" PATH="$PATH" TZ=UTC "$newer" "$@" "${library[@]}" </dev/null; }
old() { env -i HOME="$scratch" PATH="$PATH" TZ=UTC "$older" "$@" "${library[@]}" </dev/null; }
# exits <status> <old|new> <arguments…>: checks the status of a command, which writes to `output` and `messages`.
exits() {
    local found=0
    "${@:2}" >output 2>messages || found=$?
    [ "$found" = "$1" ] && return
    check "$label: ${*:2} exits with $1" "$1" "$found, $(head -n 1 messages)"
}
# same <name> <file> <other file>
same() { check "$label: $1" "" "$(cmp "$2" "$3" 2>&1)"; }
file() { echo "${library[1]}/library.${extension[${library[3]}]}"; }
declare -A extension=([file]=jsonl [keyvalue]=json)
# state <file>: everything in the library, as the newer version sees it.
state() { new backup - --quiet >"$1" 2>>messages || echo "FAILED: backup" >>"$1"; }
# volumes <file>, others <file>: the books that the last commands change, and all else. `lent` changes other things, too.
volumes() { new list --json volume | jq -cS '.[] | select(.title | startswith("Volume"))' >"$1"; }
others() {
    new list --json | jq -cS '.[] | select(.title | startswith("Volume") | not)' >"$1"
    new people --json | jq -cS '.[] | select(.name != "Ben")' >>"$1"
    new loans --all --json | jq -cS '.[] | select(.borrower != "Ben")' >>"$1"
}

# books <count> <rating>: an export of the newer version, with sources.
books() {
    seq "$1" | awk -v rating="$2" '{ printf "{\"title\":\"Volume %d\",\"authors\":[\"Author %d\"],\"status\":\"read\"," \
        "\"rating\":%d,\"details\":{\"Publisher\":\"%d\"},\"sources\":{\"goodreads\":[\"%d\"],\"calibre\":[\"c-%d\"]}}\n",
        $1, $1 % 97, rating, $1 % 31, 900000 + $1, $1 }'
}
books 1200 3 >books.json
books 1200 5 >changed.json
echo '{"title":"Fifth Volume","authors":["Author 5"],"sources":{"goodreads":["900005"]}}' >renamed.json
printf 'Title,Author,Status\nItaly,Jan Morris,read\nThe Bell,Iris Murdoch,to-read\n' >other.csv

# damage: changes a byte in the line of one book, which no other line mentions.
damage() { sed -i '/"title":"Larder"/s/Larder/Lorder/' "$(file)"; }
# The newer version's last commands, and which of them the other store can have.
commands() {
    case $1 in
    edited) exits 0 new edit "volume 7" --rating 1 ;;
    removed) exits 0 new remove "volume gone" --yes ;;
    lent) exits 0 new lend "volume 9" --to Ben --due 2999-12-31 ;;
    imported) exits 0 new import changed.json --update ;;
    undone) exits 0 new import changed.json --update && exits 0 new undo --yes ;;
    interrupted)
        exits 0 new import changed.json --update
        exits 0 new undo --yes
        # Each unit of work is a line. Without the last ones, it is as if the undo had been killed before them.
        sed -i '$d' "$(file)"
        exits 1 new undo
        check "$label: it is interrupted" 1 "$(grep -c 'partly undone' messages)"
        ;;
    repaired) damage && exits 0 new repair --quiet ;;
    esac
}
# prepare <command>: makes a library whose last command is that.
prepare() {
    exits 0 new import books.json
    exits 0 new add Emma --author "Jane Austen" --isbn 9780141439587 --notes "Mr Knightley"
    exits 0 new add "Volume Gone" --author Nobody --isbn 9780306406157
    exits 0 new add Larder --author "A. Cook"
    exits 0 new lend emma --to Ana --due 2999-12-31
    commands "$1"
}
# copy <name>: goes on with a copy of the library `prepared`.
copy() {
    rm -rf "$1"
    cp -R prepared "$1"
    library[1]=$scratch/$1
}

# reads: the older version reads the library, and leaves it as it is.
reads() {
    copy read
    new list --json | jq -cS 'map(del(.sources))' >expected
    old list --json | jq -cS . >found
    same "the older version lists the same books" expected found
    local command
    for command in "show emma" "loans --all" people stats "export - --format json" "settings list" \
        "import books.json --dry-run"; do
        # Unquoted: several words.
        exits 0 old $command
    done
    check "$label: the older version doesn't know a renamed book" 1 \
        "$(old import renamed.json --update --dry-run --json 2>/dev/null | jq .added)"
    same "reading changes nothing" "$(file)" "prepared/library.${extension[${library[3]}]}"
    coproc watching { old watch --plain --columns title,rating 2>/dev/null; }
    local line process=$watching_PID seen=no
    while read -r -t 20 -u "${watching[0]}" line; do
        case $line in
        Emma*5) seen=yes && break ;;
        Emma*) exits 0 new edit emma --rating 5 ;;
        esac
    done
    kill "$process"
    wait "$process" 2>/dev/null
    check "$label: the older version watches the newer one's change" yes "$seen"
}
# writes <command>: the older version changes other records, and the newer one undoes its last command then.
writes() {
    copy undone
    new undo --yes >/dev/null 2>messages
    volumes volumes-undone 2>/dev/null
    copy written
    volumes volumes-before
    exits 0 old add Middlemarch --author "George Eliot"
    exits 0 old edit emma --rating 4 --shelf Classics
    exits 0 old return emma
    exits 0 old lend middlemarch --to Cleo --due 2999-12-31
    exits 0 old people rename Ana Anna
    exits 0 old import other.csv
    exits 0 old remove "the bell" --yes
    # Until the journal is compacted.
    local size=0 note attempt
    note=$(printf '%040000d' 7)
    for attempt in {1..60}; do
        [ "$(wc -c <"$(file)")" -lt "$size" ] && break
        size=$(wc -c <"$(file)")
        exits 0 old edit italy --notes "$attempt $note"
    done
    exits 0 old edit italy --no-notes
    volumes found
    same "the older version keeps what it doesn't know of the books that it leaves alone" volumes-before found
    others others-written
    check "$label: its changes are there" 6 "$(grep -cE 'Middlemarch|Classics|Anna|"The Bell"|Italy' others-written)"
    # A repair can be undone only as long as nothing changes.
    local status=0
    [ "$1" = repaired ] && status=1
    state before-undo
    exits "$status" new undo --yes
    if [ "$status" = 0 ]; then
        volumes found
        same "undo takes the newer version's last command back" volumes-undone found
        others found
        same "undo leaves the older version's changes alone" others-written found
        exits 0 new undo --yes
    fi
    state found
    [ "$1" = interrupted ] || same "all is as before after a second undo, or one that was refused" before-undo found
}
# conflicts: the older version changes a record that undo would change.
conflicts() {
    copy conflicting
    case $1 in
    edited) exits 0 old edit "volume 7" --notes "read again" ;;
    removed) exits 0 old add Other --author Nobody --isbn 9780306406157 ;;
    lent) exits 0 old return "volume 9" ;;
    *) exits 0 old edit "volume 3" --notes "read again" ;;
    esac
    state before-undo
    exits 1 new undo --yes
    state found
    same "a change of the same record isn't lost" before-undo found
    check "$label: the older version keeps sources" \
        "$(jq -c 'select(.title == "Volume 3") | .sources' volumes-before)" \
        "$(new list --json "volume 3" | jq -cS '.[] | select(.title == "Volume 3") | .sources')"
    check "$label: there are sources" 1200 "$(new list --json volume | jq '[.[] | select(.sources.goodreads)] | length')"
}
# copies: backups of each version, restored by each.
copies() {
    copy backed-up
    state expected
    if [ "$store" = file ]; then
        exits 0 old backup old.backup --quiet
    else
        # As the manual says of records of unknown kinds.
        exits 74 old backup old.backup --quiet
    fi
    exits 0 new backup new.backup --quiet
    local version backup other
    for version in old new; do
        for backup in old.backup new.backup; do
            [ -s "$backup" ] || continue
            for other in file keyvalue; do
                library=(--directory "$scratch/restored" --store "$other")
                rm -rf restored
                # The older version can't keep the records of undo there, which only its own backup has.
                if [ "$version $backup $other" = "old old.backup keyvalue" ]; then
                    exits 74 old restore "$backup" --quiet
                    continue
                fi
                exits 0 "$version" restore "$backup" --quiet
                state found
                same "$backup restored by the $version version, in $other" expected found
            done
        done
    done
    rm -f old.backup new.backup
    library=(--directory "$scratch/backed-up" --store "$store")
}
# repairs: both versions repair the same damage.
repairs() {
    copy repaired-by-old
    damage
    exits 0 old repair
    state found
    copy repaired-by-new
    damage
    exits 0 new repair
    state expected
    same "both versions repair alike" expected found
}

for store in file keyvalue; do
    for last in edited removed lent imported undone interrupted repaired; do
        [ "$store" = keyvalue ] && [[ $last = interrupted || $last = repaired ]] && continue
        label="$store, $last"
        echo "-- $label"
        rm -rf prepared
        library=(--directory "$scratch/prepared" --store "$store")
        prepare "$last"
        reads
        writes "$last"
        conflicts "$last"
        copies
        [ "$store" = file ] && [ "$last" != repaired ] && repairs
    done

    label="$store, a library of the older version"
    echo "-- $label"
    rm -rf prepared
    library=(--directory "$scratch/prepared" --store "$store")
    exits 0 old import books.json
    exits 0 old add Emma --author "Jane Austen" --isbn 9780141439587
    exits 0 old lend emma --to Ana --due 2999-12-31
    copy of-old
    old list --json | jq -cS . >expected
    new list --json | jq -cS . >found
    same "the newer version lists the same books" expected found
    exits 1 new undo
    check "$label: there is nothing to undo" 1 "$(grep -c 'nothing to undo' messages)"
    same "reading changes nothing" "$(file)" "prepared/library.${extension[$store]}"
    old backup old.backup --quiet
    new backup - --quiet >new.backup
    same "both back up the same bytes" old.backup new.backup
    rm old.backup new.backup
    state before
    for command in "edit emma --rating 3" "return emma" "remove emma --yes" "import changed.json --update" \
        "import other.csv"; do
        copy of-old
        [ "$command" = "remove emma --yes" ] && { exits 0 old return emma; state before; }
        # Unquoted: several words.
        exits 0 new $command
        exits 0 new undo --yes
        state found
        same "undo of $command" before found
        copy of-old && state before
    done
done

[ "$failures" -eq 0 ] && echo "older versions: all passed" || echo "older versions: $failures FAILED"
exit "$((failures > 0))"
