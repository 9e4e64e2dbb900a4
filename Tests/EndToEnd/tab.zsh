#!/usr/bin/env zsh
# Types a line and a Tab into an interactive shell in a pseudo-terminal, and prints what the line then is.
#
#   Tests/EndToEnd/tab.zsh [--login] bash|zsh|fish <line> [<further tabs>]
#
# `bookshelf` must be in the PATH. With --login it is the shell that a user gets, with the completions that are installed
# for all users. Control-X P prints the line between double braces.
zmodload zsh/zpty
login=
[[ $1 != --login ]] || { login=-l; shift }
case $1 in
bash)
    zpty shell "bash ${login:---norc} -i"
    setup="bind -x '\"\\C-xp\": echo \"{{\$READLINE_LINE}}\"'"
    own="eval \"\$(bookshelf completions bash)\""
    ;;
zsh)
    zpty shell "zsh ${login:--f} -i"
    setup="p() { zle -I; print -r -- \"{{\$BUFFER}}\" }; zle -N p; bindkey '^Xp' p; unsetopt list_beep"
    own="autoload -Uz compinit; compinit -D -u; eval \"\$(bookshelf completions zsh)\""
    ;;
fish)
    zpty shell "fish ${login:---no-config} -i"
    setup="bind \\cxp 'echo \"{{\"(commandline)\"}}\"'"
    own="bookshelf completions fish | source"
    ;;
esac
[[ -n $login ]] || setup+="; $own"
zpty -w shell "stty cols 200; $setup; echo READY | tr A-Z a-z"
zpty -r -m shell before '*ready*' || exit
zpty -w -n shell "$2"$'\t'"${3-}"$'\x18p'
zpty -r -m shell answer '*{{*}}*' || exit
answer=${answer##*\{\{}
print -r -- "${answer%\}\}*}"
zpty -d shell
