#!/usr/bin/env bash
# Runs the tests beside processes that only compute, as on a machine that has other work to do:
#   busy.sh <processes> [<argument of swift test>…]
# 0 is for where other work is under way already. With the argument `few`, only the suites that start processes, servers
# or terminals.
set -euo pipefail
cd "$(dirname "$0")/../.."
count=${1:?how many processes}
shift
if [ "${1:-}" = few ]; then
    shift
    # A suite has the name of its file.
    suites=$(grep -rl --include='*.swift' '@Suite(.*\.fewAtATime' Tests | sed 's|.*/||; s|\.swift$||' | paste -sd '|')
    [ -n "$suites" ] || { echo "busy.sh: no suite has the trait fewAtATime"; exit 1; }
    set -- --filter "\.($suites)/" "$@"
fi
swift build --build-tests
busy=()
trap '[ "$count" = 0 ] || kill "${busy[@]}"' EXIT
for _ in $(seq "$count"); do
    (while :; do :; done) &
    busy+=($!)
done
swift test --skip-build "$@"
