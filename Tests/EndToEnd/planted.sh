#!/usr/bin/env bash
# Plants twenty faults in the engines and the library, one after another, in a copy of the project, and says which history
# finds each, and after how many. Ends with 1 if one survives, or can't be planted any more because its text has changed.
#
#   Tests/EndToEnd/planted.sh [<word>…]
#
# With words, it plants only the faults whose description has one of them. For .ci/nightly: it takes about half an hour.
set -euo pipefail
cd "$(dirname "$0")/../.."

. Tests/EndToEnd/planting.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
words=("$@")
git clone -q . "$scratch/copy"
cd "$scratch/copy"
program=.build/debug/Histories

build() { swift build --product Histories >"$scratch/log" 2>&1; }

# histories <engine>: as many as a night has time for, from the same seed.
histories() {
    local most=1200
    [ "$1" != etcd ] || most=120
    timeout 900 "$program" "$1" "$most" 1 >"$scratch/found" 2>&1
}

planted=0 survived=0 unplanted=0
# fault <engine> <description> <file> <text> <its replacement>: the text must be in the file exactly once.
fault() {
    local engine=$1 what=$2 file=$3 old=$4 new=$5 whole seed status
    [ "${#words[@]}" = 0 ] || grep -qwF "$(printf '%s\n' "${words[@]}")" <<<"$engine $what" || return 0
    plant "$what" "$file" "$old" "$new" || return 0
    if build; then
        planted=$((planted + 1))
        status=0
        histories "$engine" || status=$?
        seed=$(grep -oP '^FAILED.* \K\d+$' "$scratch/found" || true)
        if [ -n "$seed" ]; then
            echo "found by history $seed: $engine: $what"
        else
            echo "SURVIVED with exit status $status: $engine: $what"
            survived=$((survived + 1))
        fi
        # Shows the history itself if one fault was asked for.
        [ "${#words[@]}" = 0 ] || cat "$scratch/found"
    else
        echo "NOT PLANTED: $what: $(grep -m 1 error: "$scratch/log")"
        unplanted=$((unplanted + 1))
    fi
    take_back "$file"
}

build || { cat "$scratch/log"; exit 1; }

# The records of files.
fault journal "the lock is taken after reading" Data/Storage/Journal/JournalStore.swift \
    '        try await file.locked { lock throws(StorageError) in
            let (changes, value) = try await work(self)
            if changes.isEmpty { return value }' \
    '        let (changes, value) = try await work(self)
        return try await file.locked { lock throws(StorageError) in
            if changes.isEmpty { return value }'
fault journal "the lock is ignored" Data/Storage/Files/FileLock.swift \
    '        guard try lock.tryLock() else { return nil }
        do throws(FileError) {
            file = try OpenFile(path, .readAndWrite, files: files)
        } catch {
            guard error.code == FileError.missing || error.code == FileError.isADirectory else { throw error }
            file = nil
        }
        if let file {
            guard try file.tryLock() else { return nil }
        }' \
    '        do throws(FileError) {
            file = try OpenFile(path, .readAndWrite, files: files)
        } catch {
            guard error.code == FileError.missing || error.code == FileError.isADirectory else { throw error }
            file = nil
        }'
fault journal "it is acknowledged although the sync failed" Data/Storage/Journal/Journal.swift \
    '            try file.write(bytes, at: whole)
            try file.synchronize()' \
    '            try file.write(bytes, at: whole)
            try? file.synchronize()'
fault journal "a full disk leaves half a line, which the next writer completes" Data/Storage/Journal/Journal.swift \
    'if old.size > whole { try cut(file, to: whole) }' ''
fault journal "a file that was replaced is taken for the same" Data/Storage/Journal/Journal.swift \
    'status.identity == state.identity,' ''
fault journal "compacting forgets the last unit" Data/Storage/Journal/JournalWriting.swift \
    '        if !changes.isEmpty {
            sequence += 1' \
    '        if changes.isEmpty {
            sequence += 1'
fault journal "an observer skips every other change" Data/Storage/Observation/Observers.swift \
    '        for observer in state.withLock({ Array($0.observers.values) }) { observer.notify(&contents) }' \
    '        if Bool.random() {
            for observer in state.withLock({ Array($0.observers.values) }) { observer.notify(&contents) }
        }'
fault keyValue "the condition that nothing was changed is left out" Data/Storage/KeyValue/KeyValueFile.swift \
    'if let expected, contents.values != expected { return false }' '_ = expected'
fault keyValue "it is acknowledged although the sync failed" Data/Storage/Files/AtomicReplacement.swift \
    '            try file.synchronize()' '            try? file.synchronize()'
fault keyValue "the file is written in place" Data/Storage/Files/AtomicReplacement.swift \
    '        let temporary = temporaryPath(for: path)
        do throws(FileError) {
            let file = try OpenFile(temporary, .createNew, files: self)' \
    '        let temporary = path
        do throws(FileError) {
            let file = try OpenFile(temporary, .create, files: self)'
fault memory "the condition that nothing was changed is left out" Data/Storage/Memory/MemoryRecordStore.swift \
    'guard records.version == before.version else { return false }' ''

. Tests/EndToEnd/planted-etcd.sh

# The library on any of them.
fault memory "the rules of a unit are not checked" Data/Library/StagedUnit.swift \
    '            try await checkRules()
            var changes' '            var changes'
fault memory "an observer gets what another one had" Data/Library/StoredLibrary.swift \
    'state = known.version == news.version ? known' 'state = known.version != nil ? known'
fault memory "the command to undo is read at two moments" Data/Library/StoredLibrary+Undo.swift \
    'if try await reading(await UndoableCommand.record(in: store)) == before { return' 'if before != nil { return'
fault journal "a command deletes what undoes a newer one" Data/Storage/Undo/RecordedCommand.swift \
    'last?.units == units ?' 'last?.units != "" ?'

echo "$planted planted, $survived survived, $unplanted could not be planted"
[ "$survived" = 0 ] && [ "$unplanted" = 0 ]
