import { type ShellWord, readStaticWord } from "../../reading/words/shell-word.ts"
import type { Rule } from "../../rule.ts"
import { findEntry, isKnownProgram, isReadOnlyProgram } from "./programs/find-entry.ts"
import { classifyProgram, toProgramName, sayProgram } from "./programs/runners.ts"
import { resolveWord, type CommandContext } from "./words/resolve-word.ts"
import { findEntryFault, type JudgedCommand, findSpelled } from "./check-entry.ts"
import { findUnknownFault, findUnlistedFault } from "./check-unknown.ts"
import { SETTABLE } from "./programs/git-programs.ts"

export interface OptionContext extends CommandContext {
  /** Writing and working in another directory are granted: only what may run something counts. */
  readonly onlyRuns?: true
  /** No rule denies anything that a one-letter option of an unknown program could bypass. */
  readonly plainLetters?: boolean | undefined
}

/**
 * Why an open-ended rule does not cover these words: an option or operand is not known to be harmless. Words that come
 * from loops, braces and expansions are judged in every form they can take.
 */
export function findOptionFault(
  words: readonly ShellWord[],
  rule: Rule | undefined,
  around: OptionContext,
): string | undefined {
  const inner = findSpelledInner(words, rule) ?? 0
  return wordsFault(words.slice(inner), (at) => findSpelled(rule, inner + at, words.length), around)
}

/**
 * Where the program begins that a rule spells out after one that runs others, as in `npx tsc:*`; the following words
 * belong to that program. What xargs adds is only known at run time, so every option of its program must be harmless.
 */
export function findSpelledInner(words: readonly ShellWord[], rule: Rule | undefined): number | undefined {
  const spelled = (at: number) => {
    const found = findSpelled(rule, at, words.length)
    return found?.whole === true ? found.text : undefined
  }
  const runner = toProgramName(spelled(0) ?? "")
  const at = /^(?:npx|bunx|xargs)$/.test(runner) ? 1 : /^python3?$/.test(runner) && spelled(1) === "-m" ? 2 : undefined
  const program = at === undefined ? undefined : spelled(at)
  if (at === undefined || program === undefined || classifyProgram(program) !== undefined) return undefined
  if (runner === "xargs") return isReadOnlyProgram(program) ? at : undefined
  return isKnownProgram(program) ? at : undefined
}

function wordsFault(
  words: readonly ShellWord[],
  spelled: JudgedCommand["spelled"],
  around: OptionContext,
): string | undefined {
  const name = words[0] === undefined ? "" : (readStaticWord(words[0]) ?? "")
  const program = toProgramName(name)
  const texts = words.map((word) => readStaticWord(word))
  const onlyRuns = around.onlyRuns === true
  const look = {
    words: words.map((word) => ({ word, forms: resolveWord(word, around) })),
    spelled,
    onlyRuns,
    plainLetters: around.plainLetters,
  }
  const found = findEntry(program, texts, onlyRuns)
  switch (found.kind) {
    case "fault":
      return look.spelled(found.at) === undefined ? `${program}: ${found.why}` : undefined
    case "unlisted": {
      const inner = innerProgram(found, look)
      if (inner !== undefined) return wordsFault(words.slice(inner), (at) => spelled(inner + at), around)
      const fault = findUnlistedFault(look, found)
      return fault === undefined ? undefined : `${found.name} ${fault}`
    }
    case "unknown": {
      const fault = findUnknownFault(look, name)
      return fault === undefined ? undefined : `${sayProgram(name, 0) === program ? program : "it"} ${fault}`
    }
    case "entry": {
      const fault =
        findEntryFault(look, found.entry, found.from) ??
        (found.name === "git config" ? findConfigFault(look, found.from) : undefined)
      return fault === undefined ? undefined : `${found.name} ${fault}`
    }
  }
}

/**
 * Where the program begins that `bundle exec` and similar commands run, if the rule spells out one that the table
 * knows.
 */
function innerProgram(
  { name, at }: { readonly name: string; readonly at: number },
  look: JudgedCommand,
): number | undefined {
  if (!/^(?:bundle exec|(?:poetry|uv) run)$/.test(name) || look.spelled(at)?.whole !== true) return undefined
  const program = look.spelled(at + 1)
  const isListed =
    program?.whole === true && isKnownProgram(program.text) && classifyProgram(program.text) === undefined
  return isListed ? at + 1 : undefined
}

const SETS = "controls what git may run: only a rule that spells it out can allow it"

/**
 * Why `git config` may do more than read. Git runs programs that its settings name, so only settings that name no
 * program may be set.
 */
export function findConfigFault({ words, spelled }: JudgedCommand, from: number): string | undefined {
  const operands = words.slice(from).flatMap(({ forms }, index) => {
    if (spelled(from + index)?.whole === true) return []
    const form = forms?.length === 1 ? forms[0] : undefined
    if (form === undefined) return [undefined]
    return form.text.startsWith("-") ? [] : [form.whole ? form.text : undefined]
  })
  const asks = words.slice(from).some(({ word }) => /^(?:--get(?:-\w+)?|--list|-l)$/.test(word.raw))
  if (asks) return undefined
  const [first, second] = operands
  if (operands.length === 0 || /^(?:get|list)$/.test(first ?? "")) return undefined
  if (/^(?:edit|unset|rename-section|remove-section)$/.test(first ?? "")) return SETS
  if (first === "set") return SETTABLE.test(second ?? "") && operands.length <= 3 ? undefined : SETS
  if (operands.length === 1) return first === undefined ? SETS : undefined
  return SETTABLE.test(first ?? "") && operands.length === 2 ? undefined : SETS
}
