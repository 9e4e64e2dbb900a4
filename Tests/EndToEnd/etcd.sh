#!/usr/bin/env bash
# Uses the built program with a real cluster of three servers, as from several machines.
#
#   Tests/EndToEnd/etcd.sh <bookshelf> [<goodbooks-10k/books.csv>]
set -uo pipefail

tests=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/checks.sh" || exit
for tool in etcd etcdctl jq; do
    command -v $tool >/dev/null && continue
    echo "skipped: everything ($tool is not installed)"
    exit "${BOOKSHELF_NEEDS_ETCD:-0}"
done

coproc cluster { exec "$tests/Support/etcd-cluster.sh" 3; }
# Closing its input when this script ends stops the cluster.
trap 'exec {cluster[1]}>&- 2>/dev/null; wait; rm -rf "$scratch"' EXIT
read -r -u "${cluster[0]}" ready one two three
[ "$ready" = ready ] || { echo "FAILED: no cluster: $ready $one $two $three"; exit 1; }
tell() { echo "$*" >&"${cluster[1]}"; read -r -u "${cluster[0]}" answer; }

echo "-- moving a library to the cluster and back"
all=etcd://$one,$two,$three/home
books=$goodbooks
if [ ! -f "$books" ]; then
    echo "skipped: 10,000 real books ($books is missing); two others instead"
    books=few.csv
    printf 'title,author\nEmma,Jane Austen\nDune,Frank Herbert\n' >few.csv
fi
bookshelf import "$books" --quiet 2>/dev/null
bookshelf export here.json --quiet
status 0 --store "$all" import here.json
check "the cluster has the same books" "" "$(bookshelf --store "$all" export --format json | cmp - here.json 2>&1)"
bookshelf list >list
for how in "without a copy" "with the copy"; do
    check "the list is the same, read $how" "" "$(bookshelf --directory here --store "$all" list | cmp - list 2>&1)"
done
check "only its owner can read the copy" 600 "$(stat -c %a here/cluster.copy)"
status 0 --store "$all" import here.json
check "a second import adds nothing" "Added 0 books" "$(grep -o '^Added [0-9]* books' messages)"
bookshelf --store "$all" export there.json --quiet
status 0 --directory back import there.json
check "a file made from the cluster has the same books" "" "$(bookshelf --directory back export --format json | cmp - here.json 2>&1)"

echo "-- a backup into the cluster and out of it"
status 0 backup here.backup
status 0 --store "etcd://$one,$two,$three/restored" restore here.backup
check "the backup of the cluster has the same bytes" "" \
    "$(bookshelf --store "etcd://$three/restored" backup - | cmp - here.backup 2>&1)"

echo "-- two terminals on two endpoints"
mkfifo seen
env -i HOME="$scratch" PATH="$PATH" "$program" --store "etcd://$two,$three/terminals" watch --json >seen 2>/dev/null &
watch=$!
exec {seen}<seen
read -r -t 20 -u "$seen" line
check "the watch starts with an empty library" "[]" "$line"
before=$(date +%s%N)
status 0 --store "etcd://$one/terminals" add Sanditon --author "Jane Austen"
read -r -t 20 -u "$seen" line
after=$(date +%s%N)
check "the other terminal sees the added book" "Sanditon" "$(jq -r '.[0].title' <<<"$line")"
echo "seen $(((after - before) / 1000000)) ms after the start of \"add\""

echo "-- servers stop and start"
tell leader
leader=$answer
tell kill "$leader"
status 0 --store "etcd://$one,$two,$three/terminals" add "Lady Susan" --author "Jane Austen"
read -r -t 20 -u "$seen" line
check "the watch goes on without the leader" "2" "$(jq length <<<"$line")"
kill -TERM "$watch" # Not SIGINT, which shells make background processes ignore.
wait "$watch"
check "an interrupted watch exits with 0" 0 $?
exec {seen}<&-
other=$((leader % 3 + 1))
tell kill "$other"
status 69 --store "$all" list
check "the message names the store" 1 "$(grep -cF "bookshelf: can't reach $all: " messages)"
cat messages
titles=$(bookshelf completions zsh "bookshelf show emma")
check "Emma is a title" "" "$(grep -q Emma <<<"$titles" || echo missing)"
completed=$(bookshelf completions zsh "bookshelf --directory here --store $all show emma")
check "titles are completed from the copy, without the cluster" "$titles" "$completed"
check "without a copy nothing is" "" "$(bookshelf completions zsh "bookshelf --store $all --directory none show emma")"
status 69 --store "$all" add Persuasion --author "Jane Austen"
tell start "$leader"
tell start "$other"
for _ in 1 2 3 4 5; do bookshelf --store "$all" list >/dev/null 2>&1 && break; done
status 0 --store "$all" add Persuasion --author "Jane Austen"
status 69 --store etcd://127.0.0.1:1 list
status 64 --store etcd://ana:secret@127.0.0.1 list

echo "-- figures"
# ratio [<directory>]: the time of a list divided by that of etcdctl. The copy is in this directory; without one, each
# list uses a new directory and so has no copy.
ratio() {
    for _ in 1 2 3 4 5; do
        for endpoint in $one $two $three; do
            directory=${1:-$(mktemp -d -p .)}
            a=$(date +%s%N)
            ETCDCTL_API=3 etcdctl --endpoints "$endpoint" get --prefix home//books/ >/dev/null
            b=$(date +%s%N)
            bookshelf --directory "$directory" --store "etcd://$endpoint/home" list >/dev/null
            c=$(date +%s%N)
            echo "$(((c - b) * 100 / (b - a)))"
        done
    done | sort -n | awk '{ a[NR] = $1 } END { printf "%.2f times (median of %d)\n", a[int((NR + 1) / 2)] / 100, NR }'
}
echo "list, against etcdctl get --prefix: $(ratio here)"
echo "the same without a copy: $(ratio)"

echo "-- TLS"
if [ "$(id -u)" != 0 ] || ! unshare -m true 2>/dev/null || ! command -v openssl >/dev/null; then
    echo "skipped: TLS (trusting a test certificate needs root, a mount namespace and openssl)"
else
    {
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
        openssl req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout server.key -out server.csr
        openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out server.pem \
            -extfile <(echo subjectAltName=IP:127.0.0.1)
    } >openssl.log 2>&1
    port=$((10000 + RANDOM % 20000))
    etcd --data-dir tls --log-level error --cert-file server.pem --key-file server.key \
        --listen-client-urls "https://127.0.0.1:$port" --advertise-client-urls "https://127.0.0.1:$port" \
        --listen-peer-urls "http://127.0.0.1:$((port + 1))" >tls.log 2>&1 &
    server=$!
    for _ in $(seq 100); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
        sleep 0.1 # The server doesn't announce that it is ready.
    done
    ask="etcdctl --endpoints https://127.0.0.1:$port --cacert ca.pem"
    { $ask user add root:secret && $ask user grant-role root root && $ask auth enable; } >auth.log 2>&1
    cat /etc/ssl/certs/ca-certificates.crt ca.pem >bundle.pem 2>/dev/null
    # tls <user> <password> <arguments…>: runs the program where the test authority is trusted.
    tls() {
        unshare -m sh -c 'mount --bind bundle.pem /etc/ssl/certs/ca-certificates.crt && exec "$@"' - \
            env -i HOME="$scratch" PATH="$PATH" ${1:+BOOKSHELF_ETCD_USER="$1"} ${2:+BOOKSHELF_ETCD_PASSWORD="$2"} \
            "$program" --store "etcds://127.0.0.1:$port" "${@:3}" 2>messages
    }
    status 69 --store "etcds://127.0.0.1:$port" list
    check "the message names the certificate" 1 "$(grep -c certificate messages)"
    tls root secret add Emma --author "Jane Austen" >output
    check "a user and password over TLS" 0 $?
    check "the book is in the cluster" Emma "$(tls root secret list --json | jq -r '.[].title')"
    tls root wrong list
    check "a wrong password exits with 74" 74 $?
    tls "" "" list
    check "a missing password exits with 74" 74 $?
    kill "$server"
fi

[ "$failures" = 0 ] && echo "etcd: all passed" || { echo "etcd: $failures FAILED"; exit 1; }
