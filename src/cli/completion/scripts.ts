// The completion scripts of shells: each asks belfry itself for the candidates.

const bash = `# Completion of belfry for bash. In ~/.bashrc: source <(belfry completion bash)
_belfry() {
  local line="\${COMP_LINE:0:COMP_POINT}" words word last kept
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  last="\${words[\${#words[@]} - 1]}"
  # bash breaks words at = and :, and replaces only what follows the last of them.
  kept="\${last%"\${last##*[=:]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    word="\${word#"$kept"}"
    [[ -n $word ]] && COMPREPLY+=("$(printf %q "$word")")
  done < <("\${words[0]}" completion bash -- "\${words[@]:1}" 2>/dev/null)
  [[ \${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _belfry belfry
`

const zsh = `#compdef belfry
# Completion of belfry for zsh. In ~/.zshrc after compinit: source <(belfry completion zsh)
_belfry() {
  local -a found shown open
  local line
  for line in "\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ \${line%%$'\\t'*} == *= ]]; then
      open+=("\${line%%$'\\t'*}")
    else
      found+=("\${line%%$'\\t'*}")
      shown+=("\${line/$'\\t'/  }")
    fi
  done
  (( \${#found} + \${#open} )) || { _files; return }
  (( \${#open} )) && compadd -S '' -a open
  (( \${#found} )) && compadd -l -d shown -a found
}
if [[ \${funcstack[1]} == _belfry ]]; then _belfry "$@"; else compdef _belfry belfry; fi
`

const fish = `# Completion of belfry for fish. Once: belfry completion fish > ~/.config/fish/completions/belfry.fish
function __belfry_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (belfry completion fish -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c belfry -f -a '(__belfry_complete)'
`

export const scripts = { bash, zsh, fish } as const

export type Shell = keyof typeof scripts
