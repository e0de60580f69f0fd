/** Words that are not a command by themselves: the next one says which command it is. */
export const groups: readonly string[] = ["agent", "migrate", "pin", "run", "shell", "task", "trust", "workflow"]

/** Command lines of one kind run much the same code. There are few kinds, whatever is typed. */
export function commandKind(words: readonly string[]): string {
  const [first = "", second = ""] = words
  if (first.startsWith("-") || words.includes("--help") || words.includes("-h")) return "help"
  const name = groups.includes(first) ? `${first} ${second}` : first
  return words.includes("--json") ? `${name} --json` : name
}
