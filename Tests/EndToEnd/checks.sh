# Shared by the scripts that use the built program. They source it with their own arguments:
#
#   . Tests/EndToEnd/checks.sh   (<bookshelf> [<goodbooks-10k/books.csv>])
#
# It changes to an empty directory, which is removed when the script ends, and counts failed checks in `failures`.

program=$(realpath "$1")
goodbooks=${2:+$(realpath "$2" 2>/dev/null || echo "$2")}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failures=0

# Runs the program in a clean environment, with a home folder of its own.
bookshelf() { env -i HOME="$scratch" PATH="$PATH" TZ=UTC "$program" "$@"; }

# check <name> <expected> <found>
check() {
    if [ "$2" = "$3" ]; then
        echo "ok: $1"
    else
        printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

# status <expected> <arguments…>: checks the exit status of a command, which writes to the files `output` and
# `messages`. The name of the check leaves out a cluster's address, which differs each time.
status() {
    local expected=$1 found=0
    shift
    bookshelf "$@" >output 2>messages </dev/null || found=$?
    check "bookshelf ${*/#etcd:*/etcd://…} exits with $expected" "$expected" "$found"
}
