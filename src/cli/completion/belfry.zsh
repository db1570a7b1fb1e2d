#compdef belfry
# Completion of belfry for zsh. In ~/.zshrc after compinit: source <(belfry completion zsh)
_belfry() {
  local -a found shown open
  local line
  for line in "${(@f)$("${words[1]}" completion zsh -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ ${line%%$'\t'*} == *= ]]; then
      open+=("${line%%$'\t'*}")
    else
      found+=("${line%%$'\t'*}")
      shown+=("${line/$'\t'/  }")
    fi
  done
  (( ${#found} + ${#open} )) || { _files; return }
  (( ${#open} )) && compadd -S '' -a open
  (( ${#found} )) && compadd -l -d shown -a found
}
if [[ ${funcstack[1]} == _belfry ]]; then _belfry "$@"; else compdef _belfry belfry; fi
