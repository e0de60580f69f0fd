import { nearestNames } from "../../../text/nearest-names.ts"
import { defineCommand } from "../parsing/command.ts"
import { completionScripts, type Shell, shells } from "../completion/completion-scripts.ts"
import { UsageError } from "../parsing/usage-error.ts"

export const completion = defineCommand({
  usage: "bash|zsh|fish",
  examples: [
    { line: "skillet completion bash", about: 'for ~/.bashrc: eval "$(skillet completion bash)"; so too for zsh' },
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
  const near = nearestNames(shell, shells)
  return new UsageError(
    `there is no completion for "${shell}"`,
    near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use ${shells.join(", ")}`,
  )
}
