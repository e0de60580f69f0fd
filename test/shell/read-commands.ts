import { readFileSync } from "node:fs"

/** A command, and the rules it is judged by. */
export interface ListedCommand {
  readonly command: string
  readonly allow: readonly string[]
  readonly deny: readonly string[]
}

/** Reads a list: a line of rules, then the commands below it, each indented by two spaces. */
export function readCommands(name: string): readonly ListedCommand[] {
  const lines = readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
  let allow: readonly string[] = []
  let deny: readonly string[] = []
  return lines.flatMap((line) => {
    if (line.startsWith("  ")) return [{ command: line.slice(2), allow, deny }]
    const [allowed = "", denied] = line.split(" but not ")
    allow = rulesOf(allowed)
    deny = denied === undefined ? [] : rulesOf(denied)
    return []
  })
}

function rulesOf(text: string): readonly string[] {
  return text.split(/, (?=Bash)/)
}
