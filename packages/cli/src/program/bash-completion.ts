/**
 * The completion for bash. The library's own bash script passes the typed line through `eval`, so that the Tab key
 * would run a `$(…)` in it, and needs functions of a package that does not come with bash.
 */
export const BASH_COMPLETION = `# bash completion for interpose
_interpose_complete() {
  local current=\${COMP_WORDS[COMP_CWORD]} answer
  COMPREPLY=()
  while IFS=$'\\t' read -r answer _; do
    if [[ -n $answer && $answer != :* && $answer == "$current"* ]]; then COMPREPLY+=("$answer"); fi
  done < <(interpose complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _interpose_complete interpose
`;
