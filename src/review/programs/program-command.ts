import { shellWord } from "../../run/directive/commands.ts"
import type { ReviewProgram } from "./program-rows.ts"

/** The command that runs a program in a project; undefined if it needs a file that the project does not have. */
export function programCommand(
  { arguments: words, configs = [] }: Pick<ReviewProgram, "arguments" | "configs">,
  at: string,
  isThere: (file: string) => boolean,
): string | undefined {
  const config = configs.find(isThere)
  if (configs.length > 0 && config === undefined) return undefined
  const filled = words.map((word) => (word === "CONFIG" ? (config ?? word) : word))
  return `${[at, ...filled].map(shellWord).join(" ")} 2>/dev/null`
}

export function printedNothing(code: number | null, command: string): string {
  return `it exited with code ${code} and printed nothing; run it yourself to see why: ${command.replace(" 2>/dev/null", "")}`
}
