import { type ShellWord, staticText } from "../../../shell/reading/shell-word.ts"
import type { Rule } from "../../../shell/rule.ts"
import { findEntry } from "../programs/find-entry.ts"
import { programOf, sayProgram } from "../programs/runners.ts"
import { resolveWord, type Surroundings } from "../words/resolve-word.ts"
import { configFault } from "./check-config.ts"
import { entryFault } from "./check-entry.ts"
import { unknownFault, unlistedFault } from "./check-unknown.ts"
import { spelledAt } from "./spelled.ts"

export interface OptionSurroundings extends Surroundings {
  /** Writing is granted, and so is working in another folder: only what may run something counts. */
  readonly onlyRuns?: true
}

/**
 * Why an open-ended rule does not cover these words: an option or operand that is not known to be harmless. Words that
 * come from loops, braces and expansions are judged in every form they can take.
 */
export function optionFault(
  words: readonly ShellWord[],
  rule: Rule | undefined,
  around: OptionSurroundings,
): string | undefined {
  const name = words[0] === undefined ? "" : (staticText(words[0]) ?? "")
  const program = programOf(name)
  const texts = words.map((word) => staticText(word))
  const onlyRuns = around.onlyRuns === true
  const look = {
    words: words.map((word) => ({ word, forms: resolveWord(word, around) })),
    spelled: (at: number) => spelledAt(rule, at, words.length),
    onlyRuns,
  }
  const found = findEntry(program, texts, onlyRuns)
  switch (found.kind) {
    case "fault":
      return look.spelled(found.at) === undefined ? `${program}: ${found.why}` : undefined
    case "unlisted": {
      const fault = unlistedFault(look, found)
      return fault === undefined ? undefined : `${found.name} ${fault}`
    }
    case "unknown": {
      const fault = unknownFault(look, name)
      return fault === undefined ? undefined : `${sayProgram(name, 0) === program ? program : "it"} ${fault}`
    }
    case "entry": {
      const fault =
        entryFault(look, found.entry, found.from) ??
        (found.name === "git config" ? configFault(look, found.from) : undefined)
      return fault === undefined ? undefined : `${found.name} ${fault}`
    }
  }
}
