# What the scripts share that use the built program. They read it with their own arguments:
#
#   . Tests/EndToEnd/checks.sh   (<bookshelf> [<goodbooks-10k/books.csv>])
#
# Afterwards they stand in an empty directory, which is removed when they end, and `failures` counts what failed.

program=$(realpath "$1")
goodbooks=${2:+$(realpath "$2" 2>/dev/null || echo "$2")}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failures=0

# A clean environment, with a folder of its own.
bookshelf() { env -i HOME="$scratch" PATH="$PATH" TZ=UTC "$program" "$@"; }

# check <what> <expected> <found>
check() {
    if [ "$2" = "$3" ]; then
        echo "ok: $1"
    else
        printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

# status <expected> <arguments…>: what a command ends with. It leaves the files `output` and `messages`. Where a cluster
# is, is left out: it is elsewhere each time.
status() {
    local expected=$1 found=0
    shift
    bookshelf "$@" >output 2>messages </dev/null || found=$?
    check "bookshelf ${*/#etcd:*/etcd://…} ends with $expected" "$expected" "$found"
}
