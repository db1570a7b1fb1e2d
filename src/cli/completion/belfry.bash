# Completion of belfry for bash. In ~/.bashrc: source <(belfry completion bash)
_belfry() {
  local line="${COMP_LINE:0:COMP_POINT}" words word last kept
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  last="${words[${#words[@]} - 1]}"
  # bash breaks words at = and :, and replaces only what follows the last of them.
  kept="${last%"${last##*[=:]}"}"
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    word="${word#"$kept"}"
    [[ -n $word ]] && COMPREPLY+=("$(printf %q "$word")")
  done < <("${words[0]}" completion bash -- "${words[@]:1}" 2>/dev/null)
  [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _belfry belfry
