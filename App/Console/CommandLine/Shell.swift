/// A shell that runs the program to complete a command line.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script that makes the shell run `program` with the word `completions`, the name of the shell, and the line
    /// up to the cursor. Bash adds the characters at which it breaks words.
    ///
    /// The output has a line for each candidate; for zsh and fish, a tab and an explanation may follow. A line with
    /// only a tab tells the shell to complete the name of a file.
    func script(for program: String) -> String {
        let script =
            switch self {
            // Works with bash 3.2, the version on macOS, which lacks `compopt`: there, it completes file names wherever
            // the program offers nothing.
            case .bash:
                """
                _PROGRAM() {
                    local word
                    COMPREPLY=()
                    while IFS= read -r word; do
                        case $word in
                        $'\\t') compopt -o default 2>/dev/null; continue ;;
                        *[=/:] | *[=/:]\\') compopt -o nospace 2>/dev/null ;;
                        esac
                        COMPREPLY+=("$word")
                    done < <(command PROGRAM completions bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
                }
                if type compopt >/dev/null 2>&1; then
                    complete -F _PROGRAM PROGRAM
                else
                    complete -o default -F _PROGRAM PROGRAM
                fi
                """
            // Candidates need not begin with the word (-U). If their common prefix doesn't either, the first Tab leaves
            // the word as it is.
            case .zsh:
                """
                #compdef PROGRAM
                _PROGRAM() {
                    local -a texts shown options
                    local line text
                    local word=$QIPREFIX$PREFIX
                    for line in "${(@f)$(command PROGRAM completions zsh "${(j: :)words[1,CURRENT-1]} $word" 2>/dev/null)}"; do
                        [[ -n $line ]] || continue
                        if [[ $line == $'\\t' ]]; then
                            compset -P '--*='
                            _files
                            return
                        fi
                        text=${line%%$'\\t'*}
                        shown+=("${line/$'\\t'/  -- }")
                        [[ $text == *[=/:] ]] && options=(-S '')
                        [[ -n $QIPREFIX ]] || text=${(q-)text}
                        texts+=("$text")
                    done
                    [[ -n $QIPREFIX ]] || options+=(-Q)
                    (( $#texts )) || return 1
                    compadd -U -l "${(@)options}" -d shown -a texts
                    if [[ $compstate[insert] == *unambiguous && $compstate[nmatches] -gt 1 &&
                        ${(L)compstate[unambiguous]#\\'} != "${(L)PREFIX}"* ]]; then
                        compstate[insert]=
                    fi
                }
                if [[ $funcstack[1] == _PROGRAM ]]; then
                    _PROGRAM "$@"
                else
                    compdef _PROGRAM PROGRAM
                fi
                """
            case .fish:
                """
                function __PROGRAM_complete
                    set -l answer (command PROGRAM completions fish (commandline -cp | string collect) 2>/dev/null)
                    if test "$answer" = \\t
                        set -l word (commandline -ct)
                        set -l option (string match -r -- '^--[^=]+=' $word)
                        printf "$option%s\\n" (__fish_complete_path (string replace -- "$option" '' $word))
                    else if set -q answer[1]
                        printf '%s\\n' $answer
                    end
                end
                complete -c PROGRAM -e
                complete -c PROGRAM -f -k -a '(__PROGRAM_complete)'
                """
            }
        return script.split(separator: "PROGRAM", omittingEmptySubsequences: false).joined(separator: program)
    }
}

/// A command line up to the cursor, as it was typed in a shell.
struct TypedLine {
    /// The words without quotation marks. The last is being typed, and may be empty.
    private(set) var words = [""]
    /// The quotation mark that is open at the end.
    private(set) var quote: Character?
    /// The number of characters that bash leaves alone at the beginning of the last word: all up to its last word break
    /// outside quotation marks, or up to the opening quotation mark.
    private var kept = 0

    init(_ line: String, in shell: Shell, wordBreaks: String = "") {
        var characters = line.drop(while: \.isWhitespace)
        while let character = characters.popFirst() {
            let next = characters.first
            if let open = quote {
                let isEscape: Bool
                switch open {
                case "'": isEscape = shell == .fish && (next == "'" || next == "\\")
                default: isEscape = next.map("\"\\$`".contains) ?? false
                }
                if character == open {
                    quote = nil
                } else if character == "\\", isEscape {
                    append(characters.removeFirst())
                } else {
                    append(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
                kept = words[words.count - 1].count
            } else if character == "\\", next != nil {
                append(characters.removeFirst())
            } else if character.isWhitespace {
                if characters.first?.isWhitespace == false || characters.isEmpty {
                    words.append("")
                    kept = 0
                }
            } else {
                append(character)
                if wordBreaks.contains(character) { kept = words[words.count - 1].count }
            }
        }
    }

    private mutating func append(_ character: Character) {
        words[words.count - 1].append(character)
    }

    /// The candidates in the form that bash inserts: without the part of the word that bash leaves alone, and quoted
    /// according to the open quotation mark. Leaves out texts that don't begin with that part. Adds an empty text to
    /// keep bash from replacing the word by a common prefix that doesn't begin with it.
    func inBash(_ texts: [String]) -> [String] {
        let word = words[words.count - 1]
        let possible = texts.filter { $0.hasPrefix(word.prefix(kept)) }
        let inserted = possible.map { quoted(String($0.dropFirst(kept))) }
        let isBeginning = possible.allSatisfy { $0.lowercased().hasPrefix(word.lowercased()) }
        return possible.count > 1 && !isBeginning ? inserted + [""] : inserted
    }

    private func quoted(_ text: String) -> String {
        switch quote {
        case nil: text.inShell
        case "'": text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        default:
            // Within double quotes, nothing keeps bash from reading "!" as history.
            String(text.flatMap { "\"\\$`".contains($0) ? ["\\", $0] : $0 == "!" ? ["\"", "\\", $0, "\""] : [$0] })
        }
    }
}
