# Completion of belfry for fish. Once: belfry completion fish > ~/.config/fish/completions/belfry.fish
function __belfry_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (belfry completion fish -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c belfry -f -a '(__belfry_complete)'
