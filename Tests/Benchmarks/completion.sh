#!/usr/bin/env bash
# Measures the completion of a title in a library of real books: whole processes, in milliseconds.
#
#   Tests/Benchmarks/completion.sh <bookshelf> <goodbooks-10k/books.csv> [<number of processes>]
#
# The first line is for a command, for which no library is read.
set -euo pipefail

program=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export BOOKSHELF_DIRECTORY=$scratch
"$program" import "$2" --quiet || [ $? = 65 ]
for line in "bookshelf sho" "bookshelf show winter"; do
    for _ in $(seq "${3:-200}"); do
        # In microseconds. The character before the fraction depends on the language.
        start=${EPOCHREALTIME/[.,]/}
        "$program" completions bash "$line" >/dev/null
        echo $((${EPOCHREALTIME/[.,]/} - start))
    done | sort -n | awk -v line="$line" '
        { times[NR] = $1 / 1e3 }
        END { printf "%-24s median %5.1f, 95th percentile %5.1f\n", line, times[int((NR + 1) / 2)], times[int(NR * 0.95)] }'
done
