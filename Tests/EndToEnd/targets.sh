# What Package.swift says, for the scripts that call the compiler themselves. They read this file from the top folder of
# the package. It makes an empty directory, `scratch`, which is removed when they end.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Its own scratch path: it reads nothing of a build, and waits for none.
swift package --scratch-path "$scratch/build" describe --type json >"$scratch/targets.json"
swift package --scratch-path "$scratch/build" dump-package >"$scratch/manifest.json"

# of <target> <filter>: what the package says of a target.
of() { jq -r --arg name "$1" ".targets[] | select(.name == \$name) | $2" "$scratch/targets.json"; }
declared() { of "$1" '.target_dependencies // [] | .[]'; }
sources() { of "$1" '.path as $path | .sources[] | $path + "/" + .'; }

# Every target. Dependencies come before the targets that depend on them.
in_order=$(jq -r '.targets[] | .name as $name | $name, .target_dependencies[]? | "\(.) \($name)"' \
    "$scratch/targets.json" | tsort)

# options <target>: the settings of Package.swift as options of the compiler, one a line.
options() {
    jq -r --arg name "$1" '
        "-swift-version", .swiftLanguageVersions[0], "-package-name", .name, "-module-name", $name,
        (.traits[] | select(.name == "default") | .enabledTraits[] | "-D", .),
        (.targets[] | select(.name == $name) | .settings[].kind |
            if .enableUpcomingFeature then "-enable-upcoming-feature", .enableUpcomingFeature._0
            elif .treatAllWarnings == {_0: "error"} then "-warnings-as-errors"
            else error("a setting that this script does not know: \(.)") end)' "$scratch/manifest.json"
}
