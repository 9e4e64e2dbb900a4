#!/usr/bin/env bash
# Checks the branches for musl, the C library of the static Linux SDK, where that SDK can't be had: every file that
# imports it is compiled against musl's own headers, as the toolchain's modules are. Nothing is linked or run.
#
#   Tests/EndToEnd/musl.sh
#
# The toolchain's module of the C library takes its declarations from the headers of the system, so a folder with those of
# musl makes it musl's. It has no module of that name for this system: `Musl` here is another name for it.
set -euo pipefail
cd "$(dirname "$0")/../.."

headers=/usr/include/$(uname -m)-linux-musl
[ -e "$headers/stdio.h" ] || { echo "skipped: there are no headers of musl (musl-dev has them)"; exit; }
. Tests/EndToEnd/targets.sh

# Those of the kernel belong to any C library.
mkdir -p "$scratch/sdk/usr/include" "$scratch/modules"
ln -s "$headers"/* /usr/include/linux /usr/include/asm-generic "/usr/include/$(uname -m)-linux-gnu/asm" \
    "$scratch/sdk/usr/include"
resources=$(swiftc -print-target-info | jq -r .paths.runtimeResourcePath)
musl=(-sdk "$scratch/sdk" -resource-dir "$resources" -I "$scratch/modules" -parse-as-library -wmo)
# musl's headers have a warning about those that only glibc has.
swiftc "${musl[@]}" -Xcc -w -emit-module -module-name Musl -emit-module-path "$scratch/modules/Musl.swiftmodule" - \
    <<<"@_exported import Glibc"

# check <target> <file>…: compiles copies of these files, whose branches for glibc are out of reach, into a module.
check() {
    local target=$1 settings file
    shift
    options "$target" >"$scratch/options"
    mapfile -t settings <"$scratch/options"
    for file; do
        mkdir -p "$scratch/copy/$(dirname "$file")"
        sed 's/canImport(Glibc)/canImport(NotHere)/' "$file" >"$scratch/copy/$file"
    done
    (cd "$scratch/copy" && swiftc "${settings[@]}" "${musl[@]}" -Xcc -w -emit-module \
        -emit-module-path "$scratch/modules/$target.swiftmodule" "$@")
}
# refuses <what> <file> <sed's command>: the changed copy must not compile.
refuses() {
    sed -i "$3" "$scratch/copy/$2"
    cmp -s "$scratch/copy/$2" <(sed 's/canImport(Glibc)/canImport(NotHere)/' "$2") && { echo "FAILED: $1: no change"; exit 1; }
    if (cd "$scratch/copy" && swiftc "${settings[@]}" "${musl[@]}" -Xcc -w -typecheck "${files[@]}") \
        >"$scratch/log" 2>&1 || ! grep -q "$2:.* error: " "$scratch/log"; then
        tail "$scratch/log"
        echo "FAILED: $1 compiles"
        exit 1
    fi
    echo "refused: $1"
}

mapfile -t branches < <(grep -rl --include='*.swift' 'canImport(Musl)' Domain Data Presentation App)
mapfile -t storage < <(sources Storage)
# Console compiles with nothing of ours but Storage, as arrows.sh proves.
mapfile -t console < <(find App/Console -name '*.swift')
for file in "${branches[@]}"; do
    [[ " ${storage[*]} ${console[*]} " == *" $file "* ]] || { echo "FAILED: this doesn't compile $file"; exit 1; }
done
check Storage "${storage[@]}"
check App "${console[@]}"
echo "compiled: ${#branches[@]} files with a branch for musl"

options App >"$scratch/options"
mapfile -t settings <"$scratch/options"
files=("${console[@]}")
process=App/Console/System/SystemProcess.swift
refuses "a branch without its import" "$process" 's/^import Musl$//'
sed 's/canImport(Glibc)/canImport(NotHere)/' "$process" >"$scratch/copy/$process"
refuses "a function that only glibc has" "$process" 's/^import Musl$/&\nprivate let version = gnu_get_libc_version()/'
echo "musl: ok"
