import { commandEntries } from "./commands.ts"
import type { CommandEntry } from "./parsing/command.ts"

/** The command that the words name, and the words after its name. */
export function findCommand(
  words: readonly string[],
): { readonly entry: CommandEntry; readonly rest: readonly string[] } | undefined {
  for (const entry of commandEntries) {
    const parts = entry.name.split(" ")
    if (parts.every((part, at) => words[at] === part)) return { entry, rest: words.slice(parts.length) }
  }
  return undefined
}
