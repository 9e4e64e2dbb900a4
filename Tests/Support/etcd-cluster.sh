#!/usr/bin/env bash
# An etcd cluster for the tests: etcd-cluster.sh <number of nodes>
#
# It prints "ready" and the nodes' endpoints, then reads commands, one a line, and answers each with one line:
#   kill N      kills node N, like a power cut; its files stay
#   start N     starts it again
#   freeze N    stops it, as if it were cut off, although its ports are open
#   thaw N      lets it continue
#   leader      the number of the leader, or "none"
#   secure      turns on authentication: then only the user "root" with the password "secret" has access
#   user NAME PASSWORD PREFIX
#               in a secure cluster, adds a user with access only to the keys that begin with PREFIX
#   password NAME PASSWORD
#               sets a user's password; even if it is the same, tokens expire
# At the end of its input, for whatever reason, all nodes end and their files are removed.
set -uo pipefail

nodes=${1:-1}
directory=$(mktemp -d)
declare -a pids=() frozen=()
cluster="" base=0

end() {
    for pid in "${pids[@]}"; do kill -KILL "$pid"; done 2>/dev/null
    wait 2>/dev/null
    rm -rf "$directory"
}
trap end EXIT
trap 'exit 1' TERM INT HUP

endpoint() { echo "127.0.0.1:$((base + $1))"; }
peer() { echo "http://127.0.0.1:$((base + 100 + $1))"; }
is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

start() {
    etcd --name "node$1" --data-dir "$directory/$1" --log-level error \
        --heartbeat-interval 50 --election-timeout 500 --auto-compaction-retention 0 \
        --listen-client-urls "http://$(endpoint "$1")" --advertise-client-urls "http://$(endpoint "$1")" \
        --listen-peer-urls "$(peer "$1")" --initial-advertise-peer-urls "$(peer "$1")" \
        --initial-cluster "$cluster" --initial-cluster-token "$directory" >"$directory/$1.log" 2>&1 </dev/null &
    pids[$1]=$!
    frozen[$1]=""
}

# Waits as long as the node runs.
wait_for() {
    while true; do
        etcdctl --endpoints "$(endpoint "$1")" endpoint health >/dev/null 2>&1 && return 0
        kill -0 "${pids[$1]}" 2>/dev/null || return 1
        sleep 0.1 # etcd doesn't announce that it is ready.
    done
}

# Ports below those that the system uses for outgoing connections.
for _ in $(seq 50); do
    base=$((10000 + RANDOM % 20000)) cluster=""
    for node in $(seq "$nodes"); do
        if is_open $((base + node)) || is_open $((base + 100 + node)); then continue 2; fi
        cluster+="${cluster:+,}node$node=$(peer "$node")"
    done
    break
done
for node in $(seq "$nodes"); do start "$node"; done
for node in $(seq "$nodes"); do
    wait_for "$node" || { echo "failed $(tail -n 3 "$directory/$node.log" | tr '\n' ' ')"; exit 1; }
done
echo "ready $(for node in $(seq "$nodes"); do endpoint "$node"; done | tr '\n' ' ')"

leader() {
    for node in $(seq "$nodes"); do
        [ -z "${frozen[$node]}" ] || continue
        if etcdctl --endpoints "$(endpoint "$node")" --command-timeout 1s endpoint status 2>/dev/null |
            cut -d, -f5 | grep -q true; then
            echo "$node"
            return
        fi
    done
    echo none
}

ask() { etcdctl --endpoints "$(endpoint 1)" "$@"; }
ask_as_root() { ask --user root:secret "$@"; }
secure() { ask user add root:secret && ask user grant-role root root && ask auth enable; }
add_user() {
    ask_as_root user add "$1:$2" && ask_as_root role add "$1" &&
        ask_as_root role grant-permission "$1" readwrite --prefix "$3" && ask_as_root user grant-role "$1" "$1"
}
set_password() { ask_as_root user passwd "$1" --interactive=false <<<"$2"; }

# Runs a command and prints "done", or why it failed.
attempt() {
    "$@" >"$directory/attempt.log" 2>&1 && echo done || echo "failed $(tr '\n' ' ' <"$directory/attempt.log")"
}

# In commands about users, "node" is the user name.
while read -r command node password prefix; do
    case $command in
    kill) kill -KILL "${pids[$node]}"; wait "${pids[$node]}" 2>/dev/null; echo done ;;
    start) start "$node"; echo done ;;
    freeze) kill -STOP "${pids[$node]}"; frozen[$node]=yes; echo done ;;
    thaw) kill -CONT "${pids[$node]}"; frozen[$node]=""; echo done ;;
    leader) leader ;;
    secure) attempt secure ;;
    user) attempt add_user "$node" "$password" "$prefix" ;;
    password) attempt set_password "$node" "$password" ;;
    *) echo "unknown $command" ;;
    esac
done
