#!/usr/bin/env bash
# Uses the program as a person does, and kills it while it adds items.
#
#   Tests/EndToEnd/run.sh <program>
set -euo pipefail

program=$(realpath "$1")
tests=$(realpath "$(dirname "$0")/..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export HOME=$scratch BOOKSHELF_DIRECTORY=$scratch/library
bookshelf() { "$program" "$@" 2>>messages; }
fail() { echo "FAILED: $*"; tail -n 5 messages; exit 1; }

# A row with a value for each field, made from what the program says about its options.
options=()
while read -r option value; do
    case $value in
    "<n>" | "<number>") options+=("$option" 7) ;;
    "<day>") options+=("$option" 2026-01-01) ;;
    "<yes|no>") options+=("$option" yes) ;;
    "<name>") options+=("$option" one) ;;
    # Another one, which isn't there yet.
    "<item>") ;;
    *)
        words=$("$program" completions bash "bookshelf add $option " | head -n 1)
        options+=("$option" "${words:-some text}")
        ;;
    esac
done < <("$program" help add | sed -nE '/^Options:/,/^$/s/^ +(--[a-z0-9-]+) (<[^>]+>).*/\1 \2/p')

bookshelf add First "${options[@]}" >/dev/null || fail "add"
[ "$(bookshelf list | wc -l)" = 1 ] || fail "list"
bookshelf add Second "${options[@]}" >/dev/null || fail "add another"
bookshelf show second | grep -q Second || fail "show"
bookshelf export list.csv || fail "export"
bookshelf import list.csv || fail "import"
[ "$(bookshelf list | wc -l)" = 2 ] || fail "importing again adds nothing"
bookshelf remove second --yes || fail "remove"
bookshelf backup all.backup || fail "backup"

for _ in $(seq 20); do
    "$program" add Another "${options[@]}" >/dev/null 2>&1 &
    sleep "0.0$((RANDOM % 4))"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    bookshelf list >/dev/null || fail "list after a kill"
done
bookshelf list | grep -q First || fail "what was there before is lost"

mkdir restored
BOOKSHELF_DIRECTORY=$scratch/restored bookshelf restore all.backup || fail "restore"
[ "$(BOOKSHELF_DIRECTORY=$scratch/restored bookshelf list | wc -l)" = 1 ] || fail "restored"
for store in keyvalue memory; do
    bookshelf --store "$store" add First "${options[@]}" >/dev/null || fail "the store $store"
done
if command -v etcd >/dev/null && command -v etcdctl >/dev/null; then
    coproc cluster { exec "$tests/Support/etcd-cluster.sh" 1; }
    read -r -u "${cluster[0]}" ready address
    [ "$ready" = ready ] || fail "no cluster: $ready $address"
    export BOOKSHELF_STORE=etcd://$address/home
    bookshelf restore all.backup || fail "restore into a cluster"
    bookshelf --directory "$scratch/there" add Second "${options[@]}" >/dev/null || fail "add in a cluster"
    [ "$(bookshelf list | wc -l)" = 2 ] || fail "list in a cluster"
    exec {cluster[1]}>&-
    wait
else
    echo "skipped: a cluster (etcd or etcdctl is not installed)"
fi
echo "end to end: all as expected"
