# The contents of Package.swift, for scripts that call the compiler themselves. They source this file in the top folder
# of the package. It creates an empty directory, `scratch`, which is removed when the script ends, with the temporary
# files that the compiler and DocC would leave behind.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
# A separate scratch path, so that it neither uses a build nor waits for one.
swift package --scratch-path "$scratch/build" describe --type json >"$scratch/targets.json"
swift package --scratch-path "$scratch/build" dump-package >"$scratch/manifest.json"

# of <target> <filter>: the result of the filter on the description of the target.
of() { jq -r --arg name "$1" ".targets[] | select(.name == \$name) | $2" "$scratch/targets.json"; }
declared() { of "$1" '.target_dependencies // [] | .[]'; }
sources() { of "$1" '.path as $path | .sources[] | $path + "/" + .'; }

# Every target with Swift sources, after its dependencies.
systems=$(jq -r '.targets[] | select(.type == "system-target") | .name' "$scratch/targets.json")
in_order=$(jq -r '.targets[] | .name as $name | $name, .target_dependencies[]? | "\(.) \($name)"' \
    "$scratch/targets.json" | tsort | grep -vxF "${systems:-none}")

# The module map of each system library, in a folder of its name, where the compiler looks for it.
for system in $systems; do
    mkdir -p "$scratch/$system"
    cp -r "$(of "$system" .path)" "$scratch/$system/$system"
done

# options <target>: the settings in Package.swift as compiler options, one per line.
options() {
    jq -r --arg name "$1" '
        "-swift-version", .swiftLanguageVersions[0], "-package-name", .name, "-module-name", $name,
        (.traits[] | select(.name == "default") | .enabledTraits[] | "-D", .),
        (.targets[] | select(.name == $name) | .settings[].kind |
            if .enableUpcomingFeature then "-enable-upcoming-feature", .enableUpcomingFeature._0
            elif .treatAllWarnings == {_0: "error"} then "-warnings-as-errors"
            else error("unknown setting: \(.)") end)' "$scratch/manifest.json"
}
