#!/usr/bin/env bash
# Proves the dependency rule: plants each forbidden import in a copy of the package and sees the build fail, for that
# reason. The copy is built once without any, so that the modules are all there to be imported.
#
#   Tests/EndToEnd/planted-imports.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R Package.swift Domain Data Presentation App Tests "$copy"
cd "$copy"

build() { swift build --product bookshelf --explicit-target-dependency-import-check error >build.log 2>&1; }

build || { cat build.log; echo "FAILED: the copy does not build without a planted import"; exit 1; }

failures=0
for arrow in Presentation:Data Presentation:App Data:Presentation Data:App Domain:Data Domain:Presentation Domain:App; do
    target=${arrow%%:*} module=${arrow##*:}
    printf 'import %s\n' "$module" >"$target/Planted.swift"
    if build; then
        echo "FAILED: $target may import $module"
        failures=$((failures + 1))
    elif ! grep -qi "$target.*import.*$module\|no such module '$module'\|$module.*cycl\|cycl.*$module" build.log; then
        tail -20 build.log
        echo "FAILED: the build with $module imported in $target fails for another reason"
        failures=$((failures + 1))
    else
        echo "refused: import $module in $target"
    fi
    rm "$target/Planted.swift"
done
exit "$((failures > 0))"
