#!/usr/bin/env bash
# Checks App/SwiftUI where SwiftUI is missing: App is compiled against declarations of the part of SwiftUI that it uses,
# Tests/SwiftUI/Declarations, in a module of that name. Nothing is run, and nothing is drawn.
#
#   Tests/EndToEnd/swiftui.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/EndToEnd/targets.sh

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

modules=$scratch/modules
mkdir "$modules"
for system in $systems; do cp -r "$scratch/$system/$system" "$modules"; done
# The declarations of what App depends on; a check of types needs no bodies.
for target in $in_order; do
    [[ " $(declared App | xargs) " == *" $target "* ]] || continue
    mapfile -t files < <(sources "$target")
    options "$target" >"$scratch/options"
    mapfile -t settings <"$scratch/options"
    swiftc "${settings[@]}" -parse-as-library -I "$modules" -wmo -emit-module \
        -emit-module-path "$modules/$target.swiftmodule" -Xfrontend -experimental-skip-all-function-bodies "${files[@]}"
done
swiftc -swift-version 6 -warnings-as-errors -parse-as-library -module-name SwiftUI -wmo -emit-module \
    -emit-module-path "$modules/SwiftUI.swiftmodule" Tests/SwiftUI/Declarations/*.swift

mapfile -t app < <(sources App)
options App >"$scratch/options"
mapfile -t settings <"$scratch/options"
# check <file>…: compiles these files, and keeps nothing. A check of types alone would miss a property that isn't
# initialised, and a value that two actors share.
check() { compile -emit-sil -o /dev/null "$@"; }
compile() { swiftc "${settings[@]}" -parse-as-library -I "$modules" -wmo "$@"; }

echo "-- App, with SwiftUI"
check "${app[@]}" || fail "App does not compile against the declarations of SwiftUI"

echo "-- a program of its own, in place of App/Program.swift"
mapfile -t without_main < <(printf '%s\n' "${app[@]}" | grep -vx App/Program.swift)
[ "${#without_main[@]}" -eq $((${#app[@]} - 1)) ] || fail "there is no App/Program.swift"
check "${without_main[@]}" Tests/SwiftUI/LibraryApp.swift || fail "Tests/SwiftUI/LibraryApp.swift does not compile"

# refuses <what> <error> <file>…: these files must not compile, and the compiler must say why.
refuses() {
    local what=$1 error=$2
    shift 2
    if compile -typecheck "$@" >"$scratch/log" 2>&1 || ! grep -q "$error" "$scratch/log"; then
        tail "$scratch/log"
        fail "$what is not refused"
    else
        echo "refused: $what"
    fi
}

echo "-- what must not compile"
view=App/SwiftUI/AddBookView.swift
mapfile -t without_view < <(printf '%s\n' "${app[@]}" | grep -vx "$view")
[ "${#without_view[@]}" -eq $((${#app[@]} - 1)) ] || fail "there is no $view"
sed 's/editor\.canSave/editor.canBeSaved/' "$view" >"$scratch/AddBookView.swift"
refuses "a member that no view model has" "AddBookView.swift:.* error: " \
    "${without_view[@]}" "$scratch/AddBookView.swift"
printf '%s\n' "import Data" "import SwiftUI" "typealias Clash = Data.StoredLibrary" >"$scratch/Clash.swift"
refuses "our module Data by its name, beside SwiftUI" \
    "'StoredLibrary' is not a member type of struct 'Foundation.*Data'" "$scratch/Clash.swift"
printf '%s\n' "import SwiftUI" "typealias Clash = App.AppEnvironment" >"$scratch/Clash.swift"
refuses "our module App by its name, beside SwiftUI" \
    "'AppEnvironment' is not a member type of protocol 'SwiftUI.App'" "$scratch/Clash.swift"

[ "$failures" -eq 0 ] && echo "swiftui: ok" || echo "swiftui: $failures FAILED"
exit "$((failures > 0))"
