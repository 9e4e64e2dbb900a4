#!/usr/bin/env bash
# Uses the built program as people and other programs do, with real input, and checks its output and exit status.
#
#   Tests/EndToEnd/run.sh <bookshelf> [<goodbooks-10k/books.csv>]
set -uo pipefail

. "$(dirname "$0")/checks.sh" || exit

echo "-- everyday use"
status 0 --version
status 0 help
status 0 demo
status 0 add "Cien años de soledad" --author "Gabriel García Márquez" --isbn 9788437604947
status 0 add Dune --author "Frank Herbert" --shelf "Science fiction"
check "accents don't matter" "1" "$(bookshelf list garcia marquez | wc -l)"
status 0 lend dune --to Ana --due 2999-12-01
status 1 lend dune --to Ben
check "the message names the borrower" 'bookshelf: "Dune" is lent to Ana until 2999-12-01' "$(cat messages)"
status 64 lsit

echo "-- pipes and terminals"
for n in $(seq 1 200); do printf 'Title %s,Author %s\n' "$n" "$n"; done | sed '1i title,author' >many.csv
status 0 --directory many import many.csv
bookshelf --directory many list --json | head -c 100 >/dev/null
check "a closed pipe is no error" "0 0" "${PIPESTATUS[*]}"
(trap '' PIPE; bookshelf --directory many list 2>messages; echo $? >status) | true
check "a closed pipe with SIGPIPE ignored is no error" "0" "$(cat status)"
check "a closed pipe gives no message" "" "$(cat messages)"
if [ -w /dev/full ]; then
    bookshelf --directory many list >/dev/full 2>messages
    check "a full disk is an error" "74" "$?"
    check "the message names the full disk" "bookshelf: can't write to standard output: No space left on device" "$(cat messages)"
    cp many.csv kept.csv
    status 74 --directory many export /dev/full
else
    echo "skipped: a full disk (there is no /dev/full)"
fi
status 74 --directory many export missing/books.csv
check "import reads a pipe" "200 skipped" "$(bookshelf --directory many import <(cat many.csv) 2>&1 | grep -o '[0-9]* skipped')"
bookshelf add $'Red\e[31m' --author X >output 2>&1
check "no escape sequence is printed" "0" "$(bookshelf list 2>&1 | cat - output | grep -c $'\e')"
if command -v script >/dev/null; then
    terminal() { env -i HOME="$scratch" PATH="$PATH" TERM="$1" ${3:+"$3"} script -qec "stty cols 60; '$program' $2" /dev/null </dev/null; }
    check "a table fits the terminal" "yes" "$([ "$(terminal dumb list | tr -d '\r' | wc -L)" -le 60 ] && echo yes)"
    check "a terminal gets colour" "yes" "$(terminal xterm list | grep -q $'\e\[' && echo yes)"
    check "a dumb terminal gets no colour" "" "$(terminal dumb list | grep $'\e')"
    check "a terminal with NO_COLOR gets no colour" "" "$(terminal xterm list NO_COLOR=1 | grep $'\e')"
    width() { terminal xterm '--color never --directory many list' "$@" | tr -d '\r' | wc -L; }
    check "COLUMNS goes before the width of the terminal" "yes" "$([ "$(width)" -gt 30 ] && [ "$(width COLUMNS=30)" -le 30 ] && echo yes)"
    check "stats draws bars on a terminal" "yes" "$(terminal xterm '--directory many stats' | grep -q '██' && echo yes)"
    check "stats draws none on a dumb terminal" "" "$(terminal dumb '--directory many stats' | grep '█')"
    check "stats draws none in a pipe" "" "$(bookshelf --directory many stats | grep '█')"
    # progress <terminal> <arguments>: what the program shows while it works and then removes.
    progress() { terminal "$1" "--directory many $2" | tr '\r' '\n' | sed -n 's/^\([RW][a-z]*ing .*…\) *$/\1/p' | paste -s -d '|'; }
    check "export shows progress" "Reading the library…|Writing 200 books…" "$(progress xterm 'export some.csv')"
    check "backup shows progress" "Reading the library…|Writing 200 books" \
        "$(progress xterm 'backup some.backup' | sed 's/200 books.*/200 books/')"
    check "restore shows progress" "Restoring 200 books" \
        "$(progress xterm 'restore some.backup' | sed 's/200 books.*/200 books/')"
    check "a dumb terminal gets no progress" "" "$(progress dumb 'export some.csv')"
    check "--quiet shows no progress" "" "$(progress xterm 'export some.csv --quiet')"
    status 0 add "Old Atlas" --author X
    # typed <text> <arguments…>: runs the program on a terminal where someone types <text>.
    typed() { printf "$1" | env -i HOME="$scratch" TERM=xterm script -qec "'$program' ${*:2}" /dev/null; }
    check "remove asks on a terminal" "1" "$(typed 'n\n' remove atlas | grep -c 'Remove this book? \[y/N\]')"
    check "the end of the input means no" "1" "$(typed '\004' remove atlas | grep -c 'Nothing was removed')"
    check "after yes, the book is removed" "1" "$(typed 'y\n' remove atlas | grep -c 'Removed "Old Atlas" by X')"
    status 1 show atlas
    mkfifo screen
    env -i HOME="$scratch" PATH="$PATH" TERM=xterm \
        script -qec "echo \$\$ >watching; exec '$program' watch" /dev/null </dev/null >screen &
    exec 3<screen
    check "watch clears the screen before it draws" $'\e[H\e[2J' "$(head -c 7 <&3)"
    kill -INT "$(cat watching)"
    wait $!
    check "an interrupted watch exits with 0" "0" "$?"
    exec 3<&-
    check "lines fit a terminal" "" "$(terminal dumb '--directory many list' | tr -d '\r' | awk 'length($0) > 62')"
else
    echo "skipped: output to a terminal (script(1) is not installed)"
fi

echo "-- disk failures"
at=(--directory "$scratch/failing")
status 0 "${at[@]}" import many.csv
bookshelf "${at[@]}" list >before
# unchanged <name> <status> <reason>: checks that a command failed with 74 for that reason and left the library as it was.
unchanged() {
    check "$1: the status" "74" "$2"
    check "$1: one line gives the reason" "yes" "$(grep -q "^bookshelf: can't .*: $3$" messages && echo yes || cat messages)"
    check "$1: the library is unchanged" "" "$(bookshelf "${at[@]}" list | diff before -)"
}
library=$scratch/failing/library.jsonl
(ulimit -f "$(($(wc -c <"$library") / 1024 + 1))"; exec env -i HOME="$scratch" "$program" "${at[@]}" import \
    <(sed 's/Title/Other/' many.csv) >output 2>messages)
unchanged "a limit on the file size" "$?" "File too large"
if [ "$(id -u)" != 0 ]; then
    chmod a-w "$scratch/failing" "$scratch/failing"/*
    bookshelf "${at[@]}" add X --author Y >output 2>messages
    unchanged "read-only files" "$?" "Permission denied"
    chmod u+w "$scratch/failing" "$scratch/failing"/*
elif command -v setpriv >/dev/null; then
    # As another user, because root ignores permissions.
    cp "$program" "$scratch/bookshelf"
    chmod a+rx "$scratch" "$scratch/failing" "$scratch/bookshelf" && chmod a+r "$scratch/failing"/*
    setpriv --reuid=65534 --regid=65534 --clear-groups env -i HOME="$scratch" "$scratch/bookshelf" "${at[@]}" \
        add X --author Y >output 2>messages
    unchanged "read-only files" "$?" "Permission denied"
else
    echo "skipped: read-only files (root, and no setpriv)"
fi
# strace can make system calls fail.
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
    for call in fdatasync pwrite64; do
        env -i HOME="$scratch" strace -f -o trace -e "trace=$call" -e "inject=$call:error=EIO:when=1" \
            "$program" "${at[@]}" add X --author Y >output 2>messages
        unchanged "a failing device ($call)" "$?" "Input/output error"
        check "a failing device ($call): the error was injected" "yes" "$(grep -q 'EIO.*(INJECTED)' trace && echo yes)"
    done
    env -i HOME="$scratch" strace -f -o trace -e trace=pwrite64 -e inject=pwrite64:error=ENOSPC:when=1 \
        "$program" "${at[@]}" add X --author Y >output 2>messages
    unchanged "a full disk" "$?" "No space left on device"
    check "a full disk: the error was injected" "yes" "$(grep -q 'ENOSPC.*(INJECTED)' trace && echo yes)"
else
    echo "skipped: a failing device and a full disk (strace is missing or not permitted)"
fi
status 0 "${at[@]}" add "After all" --author Y
check "after all failures, the library can be changed" "201" "$(bookshelf "${at[@]}" list | wc -l)"

echo "-- 10,000 books"
if [ -n "$goodbooks" ] && [ -r "$goodbooks" ]; then
    at=(--directory "$scratch/goodbooks")
    check "goodbooks-10k is imported" '{"added":10000,"updated":0,"merged":0,"skipped":0,"rejected":0,"warnings":158}' \
        "$(bookshelf "${at[@]}" --json import "$goodbooks" 2>/dev/null | jq -c 'del(.rows)')"
    check "9,277 have an ISBN" "9277" "$(bookshelf "${at[@]}" list | cut -f4 | grep -c .)"
    check "a second import adds nothing" '{"added":0,"updated":0,"merged":0,"skipped":10000,"rejected":0,"warnings":158}' \
        "$(bookshelf "${at[@]}" --json import "$goodbooks" 2>/dev/null | jq -c 'del(.rows)')"
    found=$(bookshelf "${at[@]}" list "garcia marquez")
    check "garcia marquez finds García Márquez" "yes" \
        "$([ "$(grep -c 'García Márquez' <<<"$found")" -ge 10 ] && ! grep -qv 'García Márquez' <<<"$found" && echo yes)"
    bookshelf "${at[@]}" list >before
    for file in books.csv books.json; do
        bookshelf "${at[@]}" export "$file" 2>/dev/null
        bookshelf --directory "from-$file" import "$file" 2>/dev/null
        bookshelf --directory "from-$file" list >after
        check "$file holds the same books" "$(cksum <before)" "$(cksum <after)"
    done
    if command -v jq >/dev/null; then
        check "the list is JSON" "10000" "$(bookshelf "${at[@]}" list --json | jq length)"
    else
        echo "skipped: reading the JSON with another program (jq is not installed)"
    fi
    echo "-- speed (total real time of 5 runs each)"
    for arguments in "--version" "add T --author A --quiet" "list" "list garcia marquez" "list --json"; do
        # Deliberately split into words.
        # shellcheck disable=SC2086
        printf '%-26s' "$arguments"
        { TIMEFORMAT=%R; time for _ in 1 2 3 4 5; do bookshelf "${at[@]}" $arguments >/dev/null; done; } 2>&1
    done
else
    echo "skipped: 10,000 books (no goodbooks-10k/books.csv at '${goodbooks:-}')"
fi

[ "$failures" -eq 0 ] && echo "end to end: all passed" || echo "end to end: $failures FAILED"
exit "$((failures > 0))"
