# The transcript in a cluster, for two-processes.sh, which sources this.
echo "-- in a cluster"
for tool in etcd etcdctl; do
    command -v $tool >/dev/null && continue
    echo "skipped: it needs $tool"
    failures=$((failures + ${BOOKSHELF_NEEDS_ETCD:-0}))
    return
done

coproc cluster { exec "$tests/Support/etcd-cluster.sh" 1; }
# Closing its input when this script ends stops the cluster.
trap 'exec {cluster[1]}>&- 2>/dev/null; kill -KILL $(jobs -p | grep -vx "${cluster_PID:-none}") 2>/dev/null; wait; rm -rf "$scratch"' EXIT
read -r -u "${cluster[0]}" ready server
[ "$ready" = ready ] || { echo "FAILED: no cluster: $ready $server"; exit 1; }
tell() { echo "$*" >&"${cluster[1]}"; read -r -u "${cluster[0]}" answer; }
store="--store etcd://$server"
mkdir ana
rm ben/.local
# Unquoted below: an option and its value.
library ben $store

# at_once <file>: lends the book to both, while the server is frozen, so that the two are likely to meet. Writes what the
# process says that came first, and then the other. Chance decides which; the first is called Ana.
at_once() {
    tell freeze 1
    begin ana lend dune --to Ana --due 2999-12-31 $store
    local ana=$started
    begin ben lend dune --to Ben --due 2999-12-31 $store
    local ben=$started
    tell thaw 1
    said ana "$ana" >ana/said
    said ben "$ben" >ben/said
    local order="ana/said ben/said"
    grep -q '^status 0' ana/said || order="ben/said ana/said"
    sed 's/Ben/Ana/g' $order >"$1"
}
in_a_cluster() {
    echo "# The server is frozen while both processes start, and then thawed."
    echo "\$ bookshelf lend dune --to Ana --due 2999-12-31 &"
    echo "\$ bookshelf lend dune --to Ben --due 2999-12-31 &"
    at_once first
    cat first
    for time in {2..5}; do
        begin ana return dune $store && wait "$started"
        at_once "again-$time"
    done
    echo "# The server is gone."
    tell kill 1
    begin ben lend dune --to Ben $store
    echo "\$ bookshelf lend dune --to Ben"
    said ben "$started"
}
in_a_cluster >cluster
compare cluster 2
for time in {2..5}; do check "the same at time $time" "$(cat first)" "$(cat "again-$time")"; done
