#!/usr/bin/env bash
# Runs the same commands with two builds of the program, and compares standard output, standard error, exit statuses
# and the files that remain, byte for byte. Between two versions that should behave alike, nothing differs.
#
#   Tests/EndToEnd/outputs.sh <bookshelf> <other bookshelf> [<goodbooks-10k/books.csv>]
#
# Each case below starts from a copy of one library, in each store. New identifiers are random: they are replaced by
# numbers, in the order in which lists print them, and files that contain some are compared
# without checksums and with their records sorted. Clusters are left out.
# The full-screen view is left out.
set -uo pipefail

[ $# -ge 2 ] || { echo "usage: $0 <bookshelf> <other bookshelf> [<goodbooks-10k/books.csv>]"; exit 64; }
golden=$(realpath "$(dirname "$0")/../Golden")
other=$(realpath "$2")
. "$(dirname "$0")/checks.sh" "$1" "${3:-}" || exit
export LC_ALL=C.UTF-8
mkdir first second
ln -s "$program" first/bookshelf
ln -s "$other" second/bookshelf

# In a case, every run of the program adds its exit status to the messages. `terminal` runs it on a terminal.
functions='bookshelf() { command bookshelf "$@"; local status=$?; echo "exit status $status" >&2; return $status; }
terminal() {
    TERM=${TERM:-xterm} script -qec "stty cols 70 rows 20; bookshelf $*" /dev/null
    echo "exit status $?" >&2
}'

# run <first|second> <case>: runs a case in a copy of the recorded folder. Its output and files go to a folder.
run() {
    local result=$scratch/$1-result list
    local variables=(HOME="$scratch/work" PATH="$scratch/$1:$PATH" TZ=UTC LC_ALL=C.UTF-8 GOODBOOKS="$goodbooks"
        BOOKSHELF_DIRECTORY=library BOOKSHELF_STORE="$store")
    rm -rf work "$result"
    cp -R "recorded-$store" work && mkdir "$result" && cd work || exit
    env -i "${variables[@]}" timeout 300 bash -c "$functions; $2" >"$result/output" 2>"$result/messages" </dev/null
    # The first program reads the libraries of both. Unquoted: several words.
    for list in list "loans --all" people; do env -i "${variables[@]}" "$program" $list --json; done >../lists 2>&1
    find . -printf '%M %P %l\n' | sort >"$result/modes"
    cd .. && mv work "$result/files"
    hide_chance "$result"
    number_identifiers "$result"
}

# hide_chance <folder>: removes what `undo` keeps or prints of the time, and of records whose identifiers are random.
hide_chance() {
    grep -rlE '"time":[0-9]{10}|(today|yesterday) at [0-9]' "$1" | xargs -r sed -Ei -e 's/"(crc32c|checksum)": ?"[^"]*"/checksum/' \
        -e 's/"time":[0-9]{10}/time/; s/(today|yesterday) at [0-9:]{5}/time/; s/(\["[0-9a-z]{12}"),[0-9]+/\1/g' \
        -e 's/"units":"[^"]*"/units/g; s/"(undo\.)?[0-9a-z]{16}"/unit/g; s/"contents":[0-9]+/contents/'
}

# number_identifiers <folder>: replaces the identifiers that the recorded folder doesn't contain.
number_identifiers() {
    local file identifier='[0-9a-z]{12}'
    cat lists "$1/output" "$1/messages" | grep -aoE "(\"id\":\"|^|\()$identifier(\"|\)|"$'\t)' | grep -oE "$identifier" |
        grep -vxF -f known | awk '!seen[$0]++' >new
    [ -s new ] || return
    awk '{ printf "s/%s/new-%08d/g\n", $0, NR }' new >numbers
    sed -i -f numbers "$1/output" "$1/messages"
    grep -rlF -f new "$1/files" | while read -r file; do
        sed -E -f numbers -e 's/"(crc32c|checksum)": ?"[^"]*"/checksum/; s/\},\{/}\n{/g; s/\[\{/[\n{/g; s/\}\]/}\n]/g' \
            "$file" | sed 's/,$//' | sort >sorted
        mv sorted "$file"
    done
}

# compare: runs the cases on standard input with both programs. A case goes on in the lines that are indented.
compare() {
    local case
    grep -rohE '[0-9a-z]{12}' "recorded-$store" | sort -u >known
    while IFS= read -r case <&3; do
        run first "$case"
        run second "$case"
        cases=$((cases + 1)) runs=$((runs + $(grep -c '^exit status' first-result/messages)))
        diff -r first-result second-result >differences && continue
        failures=$((failures + 1))
        printf 'DIFFERS (%s): %s\n' "$store" "$case"
        head -n 40 differences | cat -v | cut -c 1-400 | sed 's/^/    /'
    done 3< <(sed ':join; N; $!b join; s/\n  */ /g')
}
cases=0 runs=0

mkdir -p recorded-file/library recorded-keyvalue recorded-memory
cd recorded-file || exit
cp "$golden/journal/library.jsonl" library
cat >more.json <<'END'
[{"id":"aaaa11112222","title":"Persuasion","authors":["Jane Austen"],"isbn":"9780141439686","status":"read","rating":4,
"favorite":true,"shelves":["Novels","Bath"],"added":"2024-01-02","started":"2024-02-01","finished":"2024-02-20",
"notes":"Two\nlines, \u001b[31m and a tab:\t.","details":{"Series":"Austen","Pages":"249"}},
{"id":"aaaa33334444","title":"persuasion","authors":["Other, Ann"],"status":"reading","added":"2024-03-04"},
{"id":"aaaa55556666","title":"吾輩は猫である","authors":["夏目漱石"],"shelves":["A long name, with a comma"]}]
END
cat >goodreads.csv <<'END'
Book Id,Title,Author,Additional Authors,ISBN,ISBN13,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review
1,"Ulysses (X, #1)",James Joyce,"A, B","=""0141182806""",,5,2023/02/01,2023/01/01,"own, x",read,"Long<br/>one"
2,Dubliners,James Joyce,,"=""""","=""""",0,,2023/01/02,currently-reading,currently-reading,
3,,Nobody,,,,0,,,,to-read,
END
cat >plain.csv <<'END'
Title;Authors;ISBN;Own Rating;When;Status;Mood
Emma;Jane Austen;9780141439587;2;3/4/2023;half read;calm
Wrong number;X & Y;123;9;2023-02-30;reading;
;Nobody;;;;;
Emma;Jane Austen;9780141439587;3;;read;merry
END
printf 'Title,Authors,ISBN/UID,Read Status,Dates Read,Star Rating\nEmma,"A, B",9780439023481,read,,4.25\n' >storygraph.csv
printf 'Work ID,Title,Authors,Bookshelf\nOL1W,Walden,Henry Thoreau | X,Already Read\n' >openlibrary.csv
printf 'title,author_text,remote_id,openlibrary_key,shelf,rating\nMiddlemarch,George Eliot,u,O,read,4.50\n' >bookwyrm.csv
printf 'id,authors,title,uuid,timestamp,tags\n1,A & B,Capital,x,2021-01-19T22:41:16+01:00,"p, q"\n' >calibre.csv
printf 'item_type,title,creators,ean_isbn13,status,added\nbook,Iliad,Homer,,Completed,\nmovie,M,L,,,\n' >libib.csv
printf 'title,author,status,deleted,readings,olid,book_format\nO,Homer,finished,false,,,\nA,V,,true,,,\n' >openreads.csv
printf 'Title,Author,Status,Hardcover Book ID,Lists\nHeidi,Johanna Spyri (Author),Read,7,"Owned, K (#2)"\n' >hardcover.csv
printf 'Book Id\tTitle\tPrimary Author\tTags\n1\t\xc9mile\tRousseau, J.\tx, y\n' >librarything.tsv
printf 'author,year\nX,1\n' >no-titles.csv
printf '\x7fELF\0\1' >binary.csv
export BOOKSHELF_DIRECTORY=library
"$program" import more.json --quiet && "$program" backup library.backup --quiet || exit
cp ./*.* ../recorded-keyvalue && cp ./*.* ../recorded-memory && cd ../recorded-keyvalue || exit
"$program" restore library.backup --store keyvalue --quiet && cd .. || exit

for store in file keyvalue memory; do
    compare <<'END'
for options in "" --json --plain "--color always" --quiet; do bookshelf $options; bookshelf list $options; done
for sort in title author added finished rating; do bookshelf list --sort $sort; bookshelf watch --reverse --sort x; done
bookshelf list garcia marquez; bookshelf list "ana's" odd; bookshelf list --status READ --status reading --json
bookshelf list --shelf novels; bookshelf list --author austen; bookshelf list --favorites; bookshelf list --lent --json
bookshelf list --rating 4; bookshelf list --rating 2..4; bookshelf list --detail series=aust; bookshelf list nothing
bookshelf list --limit 3 --offset 2 --reverse; bookshelf list --limit 0
for when in 2021 2021-03 2021-03-05 2021.. ..2020-12 2020..2021-03 none today; do
    bookshelf list --added $when; bookshelf list --finished $when; done
bookshelf list --columns id,title,authors,isbn,status,rating,favorite,shelves,added,started,finished,notes,lentTo,due,Pages
for width in 20 40 60 100 200 x; do export COLUMNS=$width;
    for command in list "loans --all" people "show persuasion --json" "show emma" stats settings; do
    bookshelf $command --color always; done; done
for variable in NO_COLOR=1 FORCE_COLOR=1 TERM=dumb BOOKSHELF_STORE= BOOKSHELF_DIRECTORY=none XDG_DATA_HOME=/none; do
    env $variable bookshelf list; env $variable bookshelf list --color always; done
for book in jxhx11jxthw6 jxhx jxh dune 9780141439587 "ana odd" persuasion austen Emma nobody ""; do
    bookshelf show "$book"; bookshelf show "$book" --json; bookshelf show "$book" --color always; done
bookshelf add Ulysses --author "James Joyce"
bookshelf add Ulysses --author "James Joyce" --author X --isbn 0-14-118280-6 --status Read --shelf A --shelf B --rating 5
    --favorite --added 2020-01-01 --started 2020-02-01 --finished 2020-03-01 --notes $'a\nb' --detail Year=1922 --json
bookshelf add emma --author "jane austen" --color always; bookshelf list emma
bookshelf add X --author Y --quiet --finished yesterday --status reading; bookshelf show X
bookshelf add X --author Y --isbn 9780141439587; bookshelf add X --author Y --isbn 9780141439588;
    bookshelf add " " --author X; bookshelf add X --author ""; bookshelf add X --author Y --finished 2999-01-01
bookshelf settings set catalog http://127.0.0.1:1; bookshelf add --isbn 9780141182803
bookshelf edit dune --title "Dune" --author A --author B --isbn 9780441172719 --status reading --shelf New
    --remove-shelf Arrakis --rating 5 --favorite --notes text --detail a=b
bookshelf edit dune --status read; bookshelf show dune; bookshelf edit dune --status reading --json;
    bookshelf edit dune --started 2021-05-05 --finished today --quiet; bookshelf show dune --json
bookshelf edit aaaa11112222 --no-isbn --no-rating --no-favorite --no-started --no-finished --no-notes
    --no-detail series --added yesterday; bookshelf show aaaa1111
bookshelf edit dune; bookshelf edit persuasion --rating 1; bookshelf edit austen --rating 1; bookshelf edit emma --title "";
    bookshelf edit dune --isbn 9780141439587; bookshelf edit dune --rating 1 --color always
bookshelf remove dune; bookshelf remove jxhx11jxthw6 4348; bookshelf remove Emma --json; bookshelf list
bookshelf remove dune --yes; bookshelf remove moby --yes; bookshelf remove emma nobody;
    bookshelf remove aaaa11112222 --quiet; bookshelf loans --all
bookshelf lend dune --to Ana; bookshelf loans; bookshelf list --lent
bookshelf lend emma --to "New Person" --days 7 --json; bookshelf people
bookshelf lend emma --to ana --due 2999-01-01 --color always; bookshelf lend emma --to Ben;
    bookshelf lend dune --to " "; bookshelf lend dune --to Ana --due 2000-01-01
bookshelf return moby; bookshelf return petit --json; bookshelf return emma; bookshelf loans --all; bookshelf return moby
for command in loans people; do for options in "" --json "--color always"; do bookshelf $command $options; done; done
bookshelf loans --all; bookshelf loans --all --json; bookshelf loans --overdue; bookshelf loans --overdue --json
bookshelf people rename ana "Ana Maria"; bookshelf people rename Chloé Benjamin; bookshelf people rename X Y --json;
    bookshelf people remove chloe; bookshelf people remove Ana; bookshelf people remove nobody; bookshelf people list
for format in goodreads storygraph openlibrary bookwyrm calibre libib openreads hardcover no-titles binary missing; do
    bookshelf import $format.csv --dry-run; bookshelf import $format.csv --dry-run --json --update; done
bookshelf import goodreads.csv --rows; bookshelf import goodreads.csv --rows; bookshelf list --json
bookshelf import goodreads.csv --rejects left.csv --json; cat left.csv; bookshelf import goodreads.csv --rejects left.csv
for format in storygraph openlibrary bookwyrm calibre libib openreads hardcover; do
    bookshelf import $format.csv --quiet; done; bookshelf import librarything.tsv; bookshelf export --format goodreads
bookshelf import plain.csv --format csv; bookshelf show "wrong number"; bookshelf import plain.csv --update --rows
bookshelf import plain.csv --map "own rating=rating" --map when=finished --dates dmy --map "half read=abandoned"
    --map mood=ignore --update --json; bookshelf list --json
bookshelf import plain.csv --map nothing=title; bookshelf import plain.csv --map Status; bookshelf import .;
    bookshelf import plain.csv --format json; bookshelf import plain.csv --rejects none/left.csv
bookshelf import more.json; bookshelf import - --format json <more.json; bookshelf import more.json --update --rows;
    bookshelf import plain.csv --rejects plain.csv
for format in csv json goodreads; do bookshelf export --format $format; bookshelf export books --format $format; done
bookshelf export; bookshelf export --json; bookshelf export - --quiet; bookshelf export a; bookshelf export a.xml;
    bookshelf export none/a.csv; bookshelf export library/library.json; bookshelf export library/library.jsonl
bookshelf export a.json; bookshelf export b.csv; bookshelf import a.json --directory c; bookshelf import b.csv
    --directory d; bookshelf backup e --directory c; bookshelf backup f --directory d
bookshelf backup -; bookshelf backup new --json; bookshelf restore new; bookshelf restore new --directory elsewhere;
    bookshelf list --directory elsewhere; bookshelf backup library/library.jsonl; bookshelf backup none/x
for kind in file keyvalue memory; do bookshelf restore library.backup --store $kind --directory in-$kind;
    bookshelf backup - --store $kind --directory in-$kind --quiet; done
sed -i s/Dune/Dame/ library.backup; bookshelf restore library.backup; bookshelf restore goodreads.csv;
    bookshelf restore missing; head -c 900 library.backup | bookshelf restore - --directory new
bookshelf settings; bookshelf settings --json; bookshelf settings set sort author; bookshelf list; bookshelf settings set
    loan-days 3; bookshelf settings set color always --json; bookshelf list; bookshelf settings get sort;
    bookshelf settings; bookshelf settings unset sort; bookshelf settings unset color --json
bookshelf settings set store keyvalue; BOOKSHELF_STORE= bookshelf list; bookshelf settings get store;
    bookshelf settings get x; bookshelf settings set sort size; bookshelf settings set catalog https://ana:secret@host
mkdir -p library; printf '{"version":1,"sort":"size","loan-days":9,"x":[1]}\n' >library/settings.json; bookshelf list;
    bookshelf settings; bookshelf settings set color never; echo { >library/settings.json; bookshelf settings
mkfifo seen; (exec bookshelf watch --json dune >seen) & exec 4<seen; read -r line <&4; echo "$line";
    bookshelf edit dune --rating 3 && read -r line <&4 && echo "$line"; kill $!; wait $!; echo $?; cat <&4; rm seen
mkfifo seen; (exec bookshelf watch --sort rating --limit 2 >seen) & exec 4<seen;
    while read -r line <&4; do echo "$line"; [ -n "$line" ] || break; done; kill $!; wait $!; echo $?; cat <&4; rm seen
for options in "" --json "--year 2021" "--year 2021 --json" "--color always"; do bookshelf stats $options; done
for options in "" --json --quiet "--color always"; do bookshelf demo $options; bookshelf repair $options; done
sed -i s/Emma/Emmo/ library/library.json*; for command in list "show dune" "add X --author Y" "lend dune --to Ana"
    stats "backup b" "completions bash show" repair repair list; do bookshelf $command; done
sed -i s/Emma/Emmo/ library/library.json*; bookshelf repair --accept-edits --json; bookshelf list; bookshelf repair --json
for command in "edit emma --rating 2" "remove emma --yes" "lend dune --to Zoe" "people rename Ana Bea" "import more.json"
    "import plain.csv --update"; do bookshelf $command; bookshelf undo; bookshelf undo --yes; bookshelf undo --json;
    bookshelf list; bookshelf loans; bookshelf undo --yes --json; done
sed -i 's/$/\r/' library/library.json*; bookshelf list; bookshelf repair; bookshelf loans --all
mkdir -p library; : >library/library.jsonl; : >library/library.json; bookshelf list; bookshelf repair
mkdir -p library; printf '{"crc32c":"0' >>library/library.jsonl; bookshelf list --quiet; bookshelf edit dune --rating 2
mkdir -p library; echo '{"crc32c":"3fb5ca00","format":"bookshelf-library","version":9}' >library/library.jsonl;
    echo '{"version":9}' >library/library.json; bookshelf list; bookshelf add X --author Y; bookshelf repair
rm -rf library; bookshelf list; bookshelf stats; ln -s gone library; bookshelf list; bookshelf add X --author Y;
    rm library; : >library; bookshelf list
for shell in bash zsh fish; do bookshelf completions $shell; for line in st "list --favo" "list --status " "help st"
    "list --status=a" "list --columns ti,st" "show d" "show 'austen pers" "edit PERSU" "lend " "return " "people remove a"
    "list --shelf=" "list --detail " "settings set sort " "settings set " "import " "--store " "edit x --no-" "nothing ";
    do bookshelf completions $shell "bookshelf $line"; done; done
for command in add list show edit remove lend return loans people "people list" "people rename" "people remove" import
    export backup restore settings "settings list" "settings get" "settings set" "settings unset" watch stats demo repair
    undo completions; do bookshelf $command --help; for form in "" --json --man; do bookshelf help $command $form; done; done
bookshelf --version; bookshelf list --version --json; bookshelf help nothing; bookshelf help people nothing; bookshelf lsit
for arguments in ls "rm x" "settings rm" "--revrse" "--status" "--status reed" "--sort size" "--rating 0..3" "--limit +3"
    "--finished 26" "--columns title --json" "--columns title,,id" "--color blue" "--store cloud" "--directory" "--added x";
    do bookshelf $arguments; bookshelf list $arguments; done
for arguments in add "add X" "add X Y --author Z" "add X --author Y --rating 6" show "lend x" "lend x --to A --days 0"
    "lend x --to A --due 2026-02-30" "lend x --to A --due today --days 3" "loans --all --overdue" "stats --year 26"
    "people renam a b" "people rename a" return import "import x --format xml" "export a b" completions "completions csh"
    "edit x --rating 3 --no-rating" "repair x" "undo x" undo backup restore remove; do bookshelf $arguments; done
bookshelf list $'\xff'; bookshelf show -- --help; bookshelf list --directory ""; bookshelf list >/dev/full;
    bookshelf list --store etcd://ana:secret@host; env -u HOME -u BOOKSHELF_DIRECTORY bookshelf list
END
    if ! command -v script >/dev/null; then
        echo "skipped: output to a terminal (script(1) is not installed)"
        continue
    fi
    compare <<'END'
for command in list "list --json" "list --sort rating --color never" "loans --all" people stats "stats --year 2021"
    "show emma" settings --plain lsit demo repair; do terminal $command; TERM=dumb terminal $command; done
for command in "export a.csv" "backup b" "restore b --directory c" "import more.json" "import plain.csv --dry-run";
    do terminal $command; terminal $command --quiet; done
for answer in n '\004' y; do printf "$answer\n" | terminal remove dune; done
for answer in n '\004' y y; do printf "$answer\n" | terminal undo; done; bookshelf list
END
done

store=file
commands() { "$1" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }
if [ "$(commands "$program")" = "$(commands "$other")" ]; then
    compare <<'END'
bookshelf --help; for form in "" --json --man; do bookshelf help $form; done; bookshelf completions fish "bookshelf "
END
else
    echo "skipped: lists of all commands (one program has others)"
fi
if [ -n "$goodbooks" ] && [ -r "$goodbooks" ]; then
    "$program" import "$goodbooks" --quiet --directory large
    for store in file keyvalue; do
        rm -r "recorded-$store" && mkdir "recorded-$store"
        "$program" backup - --directory large --quiet |
            "$program" restore - --directory "recorded-$store/library" --store "$store" --quiet
        compare <<'END'
for options in "" --json "--sort rating" "--color always" "garcia marquez"; do bookshelf list $options; done
bookshelf stats; bookshelf backup -; for format in csv json goodreads; do bookshelf export --format $format; done
bookshelf lend "dead souls" --to Ana; bookshelf completions fish "bookshelf show winter"; bookshelf edit dune --rating 5
bookshelf import "$GOODBOOKS" --update --rows; bookshelf import "$GOODBOOKS" --directory new --json
    --rejects left.csv; bookshelf list --columns title,authors,isbn,work_id --directory new | sort; rm -r new
END
    done
else
    echo "skipped: 10,000 books (no goodbooks-10k/books.csv at '${goodbooks:-}')"
fi

echo "outputs: $cases cases, $runs runs of each program, $failures DIFFER"
exit "$((failures > 0))"
