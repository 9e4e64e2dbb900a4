#!/usr/bin/env bash
# Applies the listings of all pages to one copy of the project, and type-checks the product with them: each Swift listing
# under the name of the file that the text above it names as new, and each diff. A compiler's error in a listing has the
# name of the page and the line there. The tests see to it that any other Swift listing is quoted from a source.
#
#   Tests/EndToEnd/listings.sh [<page>…]
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "FAILED: $*"; exit 1; }

copy=$(mktemp -d)
listings=$(mktemp -d)
trap 'rm -rf "$copy" "$listings"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy"
cd "$copy"
pages=("$@")
[ $# -gt 0 ] || mapfile -t pages < <(find README.md Domain Data Presentation App -name '*.md' | sort)

# Writes each listing to a file of its own, and prints its page and line, its language, and the file that it is to be.
extract() {
    awk -v folder="$listings" '
        !isOpen && match($0, /`[A-Za-z0-9_\/+]+\.swift`\**[ ]\(new/) {
            file = substr($0, RSTART + 1); sub(/`.*/, "", file)
        }
        /^ *```/ && !isOpen {
            isOpen = 1; indent = index($0, "`"); language = substr($0, indent + 3)
            output = folder "/" ++count
            printf "" >output
            printf "%s:%d|%s|%s|%s\n", FILENAME, FNR + 1, language, output, file
            next
        }
        /^ *```/ { isOpen = 0; file = ""; close(output); next }
        isOpen { print substr($0, indent) >output }' "$@"
}
applied=0
while IFS='|' read -r place language listing file; do
    case $language in
    diff) patch --strip 1 --fuzz 0 <"$listing" >"$listings/log" 2>&1 || fail "$place: $(cat "$listings/log")" ;;
    swift)
        [ -n "$file" ] || continue
        [[ $file != Tests/* ]] || fail "$place: only the product is compiled, not $file"
        [ ! -e "$file" ] || fail "$place: there is already $file"
        mkdir -p "${file%/*}"
        { echo "#sourceLocation(file: \"${place%:*}\", line: ${place##*:})"; cat "$listing"; } >"$file"
        ;;
    *) continue ;;
    esac
    echo "$place: ${file:-$(sed -n 's:^+++ b/::p' "$listing" | xargs)}"
    applied=$((applied + 1))
done < <(extract "${pages[@]}")
[ "$applied" -gt 0 ] || fail "no page has a listing"

. Tests/EndToEnd/targets.sh
trap 'rm -rf "$scratch" "$copy" "$listings"' EXIT
mkdir "$scratch/modules"
for system in $systems; do cp -r "$scratch/$system/$system" "$scratch/modules"; done
for target in $in_order; do
    [[ $(of "$target" .path) != Tests/* ]] || continue
    mapfile -t files < <(sources "$target")
    options "$target" >"$scratch/options"
    mapfile -t settings <"$scratch/options"
    swiftc "${settings[@]}" -I "$scratch/modules" -wmo -emit-module \
        -emit-module-path "$scratch/modules/$target.swiftmodule" "${files[@]}" ||
        fail "$target does not compile with the listings"
done
echo "listings: $applied applied"
