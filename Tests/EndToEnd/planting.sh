# Plants faults, for scripts that see who finds them. They set `unplanted` to 0.

# plant <description> <file> <text> <its replacement>: the text must be in the file exactly once. Keeps what the file had in
# `whole`, with which `take_back <file>` writes it again. Returns 1, and counts it, if the fault can't be planted.
plant() {
    local what=$1 file=$2 old=$3 new=$4 rest
    # The dot keeps line feeds at the end.
    whole=$(cat "$file" && echo .)
    whole=${whole%.} rest=${whole#*"$old"}
    if [ "$rest" = "$whole" ] || [[ $rest == *"$old"* ]]; then
        echo "NOT PLANTED: $what: \"$old\" is not in $file, or several times"
        unplanted=$((unplanted + 1))
        return 1
    fi
    printf %s "${whole%%"$old"*}$new$rest" >"$file"
}
take_back() { printf %s "$whole" >"$1"; }
