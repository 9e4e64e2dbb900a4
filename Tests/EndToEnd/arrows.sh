#!/usr/bin/env bash
# Proves the rule about arrows: a target imports exactly those of our modules that it declares in Package.swift.
#
# The compiler proves it without a build, so the proof holds for any build system and build order: each product target
# is compiled against a folder that has only the modules it declares. Then each undeclared import is planted, and the
# compiler must not find the module.
#
# The compiler can't catch one kind of arrow. To load a declared module, it needs the modules that this one imports, so
# they are in the folder too, declared or not. Today this concerns test targets only. A search of the sources refuses
# their import; MemberImportVisibility refuses their use without one. The search also covers the test targets and every
# branch of `#if`, finds declared dependencies that nothing imports, and must find each planted import as well.
#
#   Tests/EndToEnd/arrows.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

# Declared so that they are built: the tests run them as processes.
run_by_tests="StorageTests:StorageWorker"

. Tests/EndToEnd/targets.sh

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

modules=$(jq -r '.targets[] | select(.type != "test") | .name' "$scratch/targets.json" | sort)

# imports <file>…: the modules that they import. Before the word `import`, only a quote or a comment rules out a match.
imports() {
    local kind='(typealias|struct|class|enum|protocol|let|var|func)'
    sed -E 's:/\*[^*]*\*+/: :g; s/;/\n/g' "$@" |
        sed -nE 's:^([^"/]*\s)?import\s+('"$kind"'\s+)?`?(\w+).*:\4:p' | sort -u
}

echo "-- each target declares exactly the modules that it imports"
for target in $in_order; do
    mapfile -t files < <(sources "$target")
    [ "${#files[@]}" -gt 0 ] || fail "$target has no sources"
    ours=$(imports "${files[@]}" | comm -12 - <(echo "$modules"))
    for module in $(comm -23 <(echo "$ours") <(declared "$target" | sort)); do
        fail "$target imports $module and does not declare it"
    done
    unused=$(comm -13 <(echo "$ours") <(declared "$target" | sort))
    for module in $unused; do
        [[ " $run_by_tests " == *" $target:$module "* ]] || fail "$target declares $module and does not import it"
    done
    for arrow in $run_by_tests; do
        [[ $arrow != "$target:"* || " ${unused//$'\n'/ } " == *" ${arrow#*:} "* ]] ||
            fail "$arrow needs no exception: it is imported, or no longer declared"
    done
done

# The forms of an import.
forms=("import %s" "@testable import %s" "public import %s" "import struct %s.Anything" "import %s // why")
refused=0
for target in $in_order; do
    [[ $(of "$target" .path) != Tests/* ]] || continue
    echo "-- $target"
    mapfile -t files < <(sources "$target")
    options "$target" >"$scratch/options"
    mapfile -t settings <"$scratch/options"
    folder=$scratch/$target
    mkdir "$folder"
    for module in $(declared "$target"); do cp -r "$scratch/$module"/* "$folder"; done
    # Imports are found or missing without the bodies of functions, which the build checks. The targets that declare this
    # one need its module.
    swiftc "${settings[@]}" -parse-as-library -I "$folder" -wmo -emit-module \
        -emit-module-path "$scratch/$target.swiftmodule" -Xfrontend -experimental-skip-all-function-bodies \
        "${files[@]}" || {
        fail "$target does not compile against the modules it declares"
        break
    }
    for module in $(comm -23 <(echo "$modules") <({ echo "$target"; declared "$target"; } | sort)); do
        before=$failures
        for form in "${forms[@]}"; do
            # A form is a format.
            # shellcheck disable=SC2059
            printf "$form\n" "$module" >"$scratch/Planted.swift"
            [ "$(imports "$scratch/Planted.swift")" = "$module" ] ||
                fail "the search misses $(cat "$scratch/Planted.swift")"
        done
        by="the search"
        if [ ! -e "$folder/$module.swiftmodule" ] && [ ! -d "$folder/$module" ]; then
            by="the compiler"
            # The last form: the compiler looks for a module in the same way for all.
            swiftc "${settings[@]}" -wmo -typecheck -I "$folder" "$scratch/Planted.swift" >"$scratch/log" 2>&1 || true
            grep -q "error: no such module '$module'" "$scratch/log" ||
                fail "$target can compile $(cat "$scratch/Planted.swift" "$scratch/log")"
        fi
        [ "$failures" -eq "$before" ] || continue
        echo "refused by $by: import $module in $target"
        refused=$((refused + 1))
    done
    # Only now, so that the target couldn't import itself.
    mv "$scratch/$target.swiftmodule" "$folder"
done

# A folder of App that any other program could use. The loop has left the module Storage in the folder of its name.
console=App/Console
echo "-- $console, with nothing of ours but Storage"
mapfile -t files < <(find "$console" -name '*.swift')
[ "${#files[@]}" -gt 10 ] || fail "$console has only ${#files[@]} Swift files"
options App >"$scratch/options"
mapfile -t settings <"$scratch/options"
swiftc "${settings[@]}" -wmo -typecheck -I "$scratch/Storage" "${files[@]}" ||
    fail "$console does not compile with nothing of ours but Storage"
# Its folders use each other in one direction.
for folders in System "Output System" "CommandLine Output System" "Terminal Output System"; do
    # Unquoted: several folders.
    mapfile -t part < <(cd "$console" && find $folders -name '*.swift' | sed "s:^:$console/:")
    swiftc "${settings[@]}" -wmo -typecheck -I "$scratch/Storage" "${part[@]}" ||
        fail "in $console, the folder ${folders%% *} uses another one than those below it"
done
for module in Domain Data Presentation; do
    echo "import $module" >"$scratch/Planted.swift"
    if swiftc "${settings[@]}" -wmo -typecheck -I "$scratch/Storage" "$scratch/Planted.swift" >"$scratch/log" 2>&1 ||
        ! grep -q "error: no such module '$module'" "$scratch/log"; then
        fail "$console can import $module"
    else
        echo "refused by the compiler: import $module in $console"
        refused=$((refused + 1))
    fi
done

[ "$refused" -gt 0 ] || fail "no arrow is forbidden"
[ "$failures" -eq 0 ] && echo "arrows: $refused refused" || echo "arrows: $failures FAILED"
exit "$((failures > 0))"
