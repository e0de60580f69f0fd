/** Commands that a next step may name, and the call that does the same; `$1` is what the command names. */
const calls: readonly { readonly tool: string; readonly command: RegExp; readonly call: string }[] = [
  { tool: "skills_match", command: /\bskillet list(?: --all)?\b/g, call: "skills_match" },
  { tool: "run_next", command: /\bskillet run current (r-[\w.-]+)/g, call: "run_next of run $1" },
  { tool: "run_next", command: /\bskillet run current\b/g, call: "run_next" },
  { tool: "run_status", command: /\bskillet run show (r-[\w.-]+)/g, call: "run_status of run $1" },
  { tool: "run_status", command: /\bskillet run (?:list|show)\b/g, call: "run_status" },
  { tool: "run_cancel", command: /\bskillet run cancel (r-[\w.-]+)/g, call: "run_cancel of run $1" },
  { tool: "task", command: /\bskillet task (?:list|show) (\S+)/g, call: "task with action list and id $1" },
  { tool: "message", command: /\bskillet messages\b/g, call: "message without text" },
]

/** The next step of an error for a client: calls of tools that it has, where people have commands. */
export function nameTools(next: string, offered: ReadonlySet<string>): string {
  return calls
    .filter(({ tool }) => offered.has(tool))
    .reduce((text, { command, call }) => text.replace(command, call), next)
}
