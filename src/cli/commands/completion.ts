import { findNearestNames } from "../../text/find-nearest-names.ts"
import { defineCommand } from "../parsing/command.ts"
import { UsageError } from "../parsing/usage-error.ts"

const shells = ["bash", "zsh", "fish"] as const

type Shell = (typeof shells)[number]

export const completion = defineCommand({
  usage: "bash|zsh|fish",
  examples: [
    {
      line: "skillet completion bash",
      about: 'for ~/.bashrc: eval "$(skillet completion bash)"; zsh works the same way',
    },
    { line: "skillet completion fish > ~/.config/fish/completions/skillet.fish", about: "once, for fish" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "a shell: bash, zsh or fish", completes: shells },
  async run({ options, arguments: [shell = ""] }, io) {
    if (!isShell(shell)) throw unknownShell(shell)
    const script = completionScripts[shell]
    if (options.json === true) io.json({ shell, script })
    else io.out(script)
    return 0
  },
})

function isShell(text: string): text is Shell {
  return shells.some((shell) => shell === text)
}

function unknownShell(shell: string): UsageError {
  const near = findNearestNames(shell, shells)
  return new UsageError(
    `there is no completion for "${shell}"`,
    near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use ${shells.join(", ")}`,
  )
}

/** What a shell needs to ask `skillet __complete`. If that returns nothing, the shell offers files. */
const completionScripts: Readonly<Record<Shell, string>> = {
  // Bash also splits words after = and : and before @: they are joined for the request, and the part before the split
  // is removed from the answers. It passes words with their quotes.
  bash: `# skillet completion for bash; put this in ~/.bashrc: eval "$(skillet completion bash)"
_skillet() {
  local left=\${COMP_LINE:0:COMP_POINT} quotes="[\\\\\\\\\\"']" words=() at word
  for ((at = 0; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ at -eq 0 || $left == [[:space:]]* ]]; then
      left=\${left#"\${left%%[![:space:]]*}"}
      words+=("$word")
    else
      words[\${#words[@]}-1]+=$word
    fi
    left=\${left#"$word"}
  done
  case $left in
    [[:space:]]*) words+=("\${left#"\${left%%[![:space:]]*}"}") ;;
    *) words[\${#words[@]}-1]+=$left ;;
  esac
  word=\${words[\${#words[@]}-1]}
  local breaks=\${COMP_WORDBREAKS//[^=:@]/} begun="" candidate
  if [[ -n $breaks && $word != $quotes* ]]; then
    begun=\${word%"\${word##*[$breaks]}"}
    begun=\${begun%@}
  fi
  words=("\${words[@]//$quotes/}")
  COMPREPLY=()
  while IFS= read -r candidate; do
    candidate=\${candidate%%$'\\t'*}
    COMPREPLY+=("\${candidate#"$begun"}")
  done < <(skillet __complete "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _skillet skillet`,

  zsh: `#compdef skillet
# skillet completion for zsh; put this in ~/.zshrc: eval "$(skillet completion zsh)"
_skillet() {
  local line
  local -a lines found
  lines=("\${(@f)$(skillet __complete "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in $lines; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#found )); then
    _describe skillet found
  else
    compset -P '*='
    _files
  fi
}
if [[ $funcstack[1] == _skillet ]]; then
  _skillet
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _skillet skillet
fi`,

  fish: `# skillet completion for fish; save this as ~/.config/fish/completions/skillet.fish
function __skillet_ask
    set -l words (commandline -opc)
    set -l word (commandline -ct | string replace -r '^["\\']' '')
    set -g __skillet_found (skillet __complete $words[2..-1] "$word" 2>/dev/null)
    test (count $__skillet_found) -gt 0
end
complete -c skillet -n __skillet_ask -f -a '$__skillet_found'`,
}
