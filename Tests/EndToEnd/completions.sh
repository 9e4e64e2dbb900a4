#!/usr/bin/env bash
# Types lines and Tabs into bash, zsh and fish, and checks what they become.
#
#   Tests/EndToEnd/completions.sh <bookshelf>
#
# A shell that isn't installed is skipped, unless BOOKSHELF_NEEDS_SHELLS is set. All checks need zsh.
set -uo pipefail

tab_script=$(realpath "$(dirname "$0")/tab.zsh")
. "$(dirname "$0")/checks.sh" || exit

mkdir bin other
ln -s "$program" bin/bookshelf
touch "my list.csv"

# tab <shell> <line> [<further keys>]: what the line becomes.
tab() {
    env -i HOME="$scratch" PATH="$scratch/bin:$PATH" TERM=xterm TZ=UTC LC_ALL=C.UTF-8 \
        timeout 30 zsh -f "$tab_script" "$@" || echo "no answer"
}

# becomes <shell> <line> <expected>
becomes() { check "$1: $2" "$3" "$(tab "$1" "$2")"; }

status 0 add "Pride and Prejudice" --author "Jane Austen" --shelf "Science fiction" --detail "Series=A"
status 0 add "Pride and Glory" --author "Ann Other"
status 0 add "It's \$5 \`now\` \"q\" \\ 100%" --author "Gabriel García Márquez"
status 0 add "Oklahoma! A play" --author "Lynn Riggs"
status 0 add "Cien años" --author "Gabriel García Márquez"
status 0 lend cien --to "Ana María"
status 0 add Dune --author "Frank Herbert" --directory other

for shell in bash zsh fish; do
    if ! command -v "$shell" >/dev/null || ! command -v zsh >/dev/null; then
        echo "$shell or zsh is not installed"
        [ -z "${BOOKSHELF_NEEDS_SHELLS-}" ] || failures=$((failures + 1))
        continue
    fi
    echo "-- $shell"
    becomes "$shell" "bookshelf sho" "bookshelf show "
    becomes "$shell" "bookshelf list --favo" "bookshelf list --favorites "
    becomes "$shell" "bookshelf list --status a" "bookshelf list --status abandoned "
    becomes "$shell" "bookshelf list --status=a" "bookshelf list --status=abandoned "
    becomes "$shell" "bookshelf --store=etc" "bookshelf --store=etcd://"
    becomes "$shell" "bookshelf list --detail ser" "bookshelf list --detail Series="
    becomes "$shell" "bookshelf --directory ~/other show du" "bookshelf --directory ~/other show Dune "
    becomes "$shell" "bookshelf import my" 'bookshelf import my\ list.csv '
    becomes "$shell" "bookshelf show nothing" "bookshelf show nothing"
done

quoted="'It'\\''s \$5 \`now\` \"q\" \\ 100%'"
in_double="\"It's \\\$5 \\\`now\\\` \\\"q\\\" \\\\ 100%\""
for shell in bash zsh; do
    command -v "$shell" zsh >/dev/null || continue
    becomes "$shell" "bookshelf show prejud" "bookshelf show 'Pride and Prejudice' "
    becomes "$shell" "bookshelf show 'prejud" "bookshelf show 'Pride and Prejudice' "
    becomes "$shell" 'bookshelf show "prejud' 'bookshelf show "Pride and Prejudice" '
    becomes "$shell" "bookshelf show 'austen prid" "bookshelf show 'Pride and Prejudice' "
    becomes "$shell" 'bookshelf show prejudice\ ' "bookshelf show 'Pride and Prejudice' "
    becomes "$shell" "bookshelf edit prid" "bookshelf edit 'Pride and "
    becomes "$shell" "bookshelf show anos" "bookshelf show 'Cien años' "
    # Two books, whose titles don't begin with the word.
    becomes "$shell" "bookshelf show garcia" "bookshelf show garcia"
    becomes "$shell" "bookshelf show 'now" "bookshelf show $quoted "
    becomes "$shell" 'bookshelf show "now' "bookshelf show $in_double "
    becomes "$shell" "bookshelf return " "bookshelf return 'Cien años' "
    becomes "$shell" "bookshelf people remove maria" "bookshelf people remove 'Ana María' "
    becomes "$shell" "bookshelf list --shelf sci" "bookshelf list --shelf 'Science fiction' "
done
# Between double quotes, bash would read the exclamation mark as history.
becomes bash 'bookshelf show "okl' 'bookshelf show "Oklahoma"\!" A play" '
becomes bash "bookshelf list --shelf=sci" "bookshelf list --shelf='Science fiction' "
becomes zsh "bookshelf list --shelf=sci" "bookshelf list '--shelf=Science fiction' "

# fish itself looks for the word in the titles.
becomes fish "bookshelf show prejud" 'bookshelf show Pride\ and\ Prejudice '
becomes fish "bookshelf show 'prejud" 'bookshelf show Pride\ and\ Prejudice '
becomes fish "bookshelf show now" "bookshelf show It\\'s\\ \\\$5\\ \`now\`\\ \\\"q\\\"\\ \\\\\\ 100\\% "
becomes fish "bookshelf list --shelf=sci" 'bookshelf list --shelf=Science\ fiction '

echo "-- a damaged library"
sed -i s/Glory/Glori/ .local/share/bookshelf/library.jsonl
for shell in bash zsh fish; do
    becomes "$shell" "bookshelf show prejud" "bookshelf show prejud"
done

[ "$failures" -eq 0 ] && echo "completions: all passed" || echo "completions: $failures FAILED"
exit "$((failures > 0))"
