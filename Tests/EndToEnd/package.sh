#!/usr/bin/env bash
# Uses what `.ci/package` has made as a person without a toolchain does: checks the Debian package, installs it over its
# last version, uses it, and removes it again; unpacks the archive by the README's line; and starts the program in a
# folder that has nothing but what the package needs.
#
#   Tests/EndToEnd/package.sh [<Debian package of the last version>]
#
# Without a package of the last version it takes the new one, under a lower number. The libraries are those of
# Tests/Golden, which earlier versions have written. It needs root.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit
project=$PWD
packages=$project/.build/package
version=$(sed -n 's/^ *static let version = "\(.*\)"$/\1/p' App/Environment/Bookshelf.swift)
package=$packages/bookshelf_${version}_$(dpkg --print-architecture).deb
last=${1:+$(realpath "$1")}
[ -e "$package" ] || { echo "FAILED: there is no $package: run .ci/package"; exit 1; }
[ "$(id -u)" = 0 ] || { echo "skipped: to install the package, it needs root"; exit; }
# Neither replaced nor removed, if somebody uses it here. In CI nobody does: an earlier run was stopped.
[ -n "${CI-}" ] || ! dpkg-query -W -f '${db:Status-Status}\n' bookshelf 2>/dev/null | grep -qx installed ||
    { echo "FAILED: bookshelf is installed on this machine"; exit 1; }

. Tests/EndToEnd/checks.sh /usr/bin/env || exit
program=/usr/bin/bookshelf
# Images of containers leave man pages out, unless they are asked for.
apt() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Options::="--path-include=/usr/share/*" "$@" \
        >apt.log 2>&1 || { cat apt.log; return 1; }
}
remove() { ! dpkg-query -W bookshelf >/dev/null 2>&1 || apt purge -y bookshelf; }
trap 'remove; rm -rf "$scratch"' EXIT
folder=$scratch/.local/share/bookshelf
library() { sha256sum <"$folder/library.jsonl"; }
yes_if() { if "$@" >/dev/null 2>&1; then echo yes; else echo no; fi; }

echo "-- the packages"
(cd "$packages" && sha256sum --quiet -c SHA256SUMS) && sums=right || sums=wrong
check "the checksums are right" right "$sums"
check "the formula has that of the archive" yes \
    "$(yes_if grep -q "sha256 \"$(sha256sum <"$packages/bookshelf-$version-linux-$(uname -m | sed s/aarch64/arm64/).tar.gz" | cut -d ' ' -f 1)\"" "$packages/bookshelf.rb")"
! command -v ruby >/dev/null || check "the formula is Ruby" "Syntax OK" "$(ruby -c "$packages/bookshelf.rb")"
lintian --allow-root "$package" >lintian.log 2>&1
check "lintian ends well" 0 $?
check "lintian finds no error" 0 "$(grep -c '^E:' lintian.log)"
check "nor a reason to warn" "" "$(cat lintian.log)"
dpkg-deb -I "$package" | sed -n 's/^ \(Depends\|Recommends\|Installed-Size\)/   \1/p'

echo "-- the archive, in an empty home"
line=$(grep -m 1 '^tar ' "$project/README.md")
mkdir -p .local
cp "$packages"/bookshelf-*.tar.gz .
env -i HOME="$scratch" PATH=/usr/bin:/bin sh -ec "$line"
check "the README's line unpacks it" "bookshelf $version" "$(env -i HOME="$scratch" .local/bin/bookshelf --version)"
check "the program is what was made" yes \
    "$(yes_if cmp .local/bin/bookshelf "$packages/bookshelf-$version/bin/bookshelf")"
check "all of it" "$(printf '%s\n' bin/bookshelf share/bash-completion/completions/bookshelf share/doc/bookshelf/LICENSE \
    share/fish/vendor_completions.d/bookshelf.fish share/man/man1/bookshelf.1 share/zsh/site-functions/_bookshelf)" \
    "$(cd .local && find . -type f | sed 's#^\./##' | LC_ALL=C sort)"
size=$(stat -c %s .local/bin/bookshelf)
check "the program has $size bytes, at most 63,000,000" yes "$(yes_if [ "$size" -le 63000000 ])"
check "no symbols, no debug information" "" "$(readelf -SW .local/bin/bookshelf | grep -E '\.(symtab|debug_)')"
rm -r .local

echo "-- with nothing but what the package needs"
# What apt would install where nothing is installed.
mkdir -p bare/{proc,root,tmp} needs
: >status
mapfile -t needs < <(apt-get -o Dir::State::status="$scratch/status" --no-install-recommends -s install "$package" |
    sed -n 's/^Inst \([^ ]*\) .*/\1/p' | grep -vx bookshelf)
check "it needs at most 60 packages (${#needs[@]})" yes "$(yes_if [ "${#needs[@]}" -gt 2 -a "${#needs[@]}" -le 60 ])"
(cd needs && apt-get -qq download "${needs[@]}" >download.log 2>&1) || cat needs/download.log
for file in needs/*.deb "$package"; do dpkg-deb -x "$file" bare; done
# Swift reads the arguments of a program from the kernel's /proc. The mount is gone when the program has ended.
bare() {
    # shellcheck disable=SC2016
    unshare --mount sh -c 'mount -t proc proc bare/proc && exec env -i HOME=/root "$0" bare "$@"' \
        "$(command -v chroot)" /usr/bin/bookshelf "$@"
}
check "the folder has no shell" no "$(yes_if [ -e bare/bin/sh ])"
if unshare --mount mount -t proc proc bare/proc 2>/dev/null; then
    check "it starts" "bookshelf $version" "$(bare --version)"
    bare --quiet add Dune --author "Frank Herbert" >/dev/null
    bare --quiet lend dune --to Ana --due 2999-12-01 >/dev/null
    check "it keeps books" "Dune" "$(bare list --columns title)"
    check "it prints its man page" yes "$(yes_if grep -qx '.Sh NAME' <(bare help --man))"
    check "it has networking" yes "$(bare --version --json | jq -r 'if .features | index("networking") then "yes" else "no" end')"
else
    echo "skipped: to start it there, because /proc can't be mounted"
fi
rm -r bare needs

echo "-- the last version"
if [ -z "$last" ]; then
    dpkg-deb -R "$package" older
    sed -i "s/^Version: .*/Version: 0.0~before/" older/DEBIAN/control
    last=$scratch/bookshelf_before.deb
    dpkg-deb --root-owner-group -Zgzip -z1 -b older "$last" >/dev/null
    rm -r older
fi
mkdir -p "$folder"
cp "$project/Tests/Golden/journal-undo/library.jsonl" "$project/Tests/Golden/settings/settings.json" "$folder"
check "one command installs it" 0 "$(apt install -y "$last"; echo $?)"
check "not the new version" no "$(yes_if grep -qx "$version" <(dpkg-query -W -f '${Version}\n' bookshelf))"
status 0 add "Before the upgrade" --author "A reader"
before=$(library)
bookshelf list --json >before.json
bookshelf settings --json >settings-before.json

echo "-- the upgrade"
check "one command upgrades it" 0 "$(apt install -y "$package"; echo $?)"
check "the new version" "$version" "$(dpkg-query -W -f '${Version}' bookshelf)"
check "it has the library as it was" "$before" "$(library)"
check "all its books" "$(cat before.json)" "$(bookshelf list --json)"
check "and settings" "$(cat settings-before.json)" "$(bookshelf settings --json)"
status 0 undo --yes
check "the last command before the upgrade can be undone" "" "$(bookshelf --quiet list before the upgrade)"
status 0 undo --yes

echo "-- use"
check "the version" "bookshelf $version" "$(bookshelf --version)"
commit=$(git -C "$project" rev-parse HEAD 2>/dev/null)
found=$(bookshelf --version --json | jq -r '.commit // "none"')
# Without one if not all was committed.
check "its commit" "$([ "$found" = none ] && [ -n "$(git -C "$project" status --porcelain)" ] && echo none || echo "$commit")" "$found"
check "man finds its page" /usr/share/man/man1/bookshelf.1.gz "$(man -w bookshelf)"
check "and shows it" yes "$(yes_if grep -q '^NAME' <(MANPAGER=cat man bookshelf | col -b))"
printf 'autoload -Uz compinit\ncompinit\n' >.zshrc
tab() { env -i HOME="$scratch" TERM=xterm TZ=UTC LC_ALL=C.UTF-8 PATH=/usr/bin:/bin timeout 30 zsh -f "$project/Tests/EndToEnd/tab.zsh" --login "$@"; }
for shell in bash zsh fish; do
    check "$shell completes a command" "bookshelf undo " "$(tab "$shell" "bookshelf und")"
    check "$shell completes an option" "bookshelf list --favorites " "$(tab "$shell" "bookshelf list --favo")"
done

echo "-- the removal"
mapfile -t files < <(dpkg-query -L bookshelf | while IFS= read -r path; do [ -d "$path" ] || echo "$path"; done)
before=$(library)
check "it has ${#files[@]} files, at least 7" yes "$(yes_if [ "${#files[@]}" -ge 7 ])"
check "one command removes it" 0 "$(remove; echo $?)"
check "its files" "" "$(ls -d "${files[@]}" 2>/dev/null)"
check "the library is as it was" "$before" "$(library)"

[ "$failures" -eq 0 ] && echo "package: all as expected" || echo "package: $failures FAILED"
exit "$((failures > 0))"
