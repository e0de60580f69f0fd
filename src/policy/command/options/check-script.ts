import { staticText } from "../../../shell/reading/words/shell-word.ts"
import { awkFault } from "./languages/awk-program.ts"
import { sedFault } from "./languages/sed-script.ts"
import type { ProgramEntry } from "./programs/program-entry.ts"
import type { JudgedWord } from "./judged-command.ts"

/** Why the program that sed or awk is given may do more than print. */
export function scriptFault(
  { more: { script } }: ProgramEntry,
  given: { readonly scripts: readonly (string | undefined)[]; readonly operands: readonly JudgedWord[] },
): string | undefined {
  if (script === undefined) return undefined
  const first = given.operands[0]
  const scripts = given.scripts.length > 0 ? given.scripts : first === undefined ? [] : [staticText(first.word)]
  for (const text of scripts) {
    if (text === undefined) return "has a script that is only known while running: write it out in single quotes"
    const fault = script === "sed" ? sedFault(text) : awkFault(text)
    if (fault !== undefined) return fault
  }
  return undefined
}
