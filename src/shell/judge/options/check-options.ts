import { type ShellWord, makePlainWord, readStaticWord } from "../../reading/words/shell-word.ts"
import type { Rule } from "../../rule.ts"
import { findEntry, findNamedEntry, isKnownProgram } from "./programs/find-entry.ts"
import { findNesting, NESTED_USE } from "./programs/nesting-programs.ts"
import { classifyProgram, toProgramName, sayProgram } from "./programs/runners.ts"
import { listTexts, resolveWord, type CommandContext } from "./words/resolve-word.ts"
import { type JudgedCommand, type Scan, scanOptions } from "./scan-options.ts"
import { findScanFault } from "./find-scan-fault.ts"
import { findSpelled, isOpenWord } from "./spelled-words.ts"
import { findUnknownFault, findUnlistedFault } from "./check-unknown.ts"
import { SETTABLE } from "./programs/git-programs.ts"
import type { ProgramEntry } from "./programs/program-entry.ts"

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
export function findWordsFault(
  words: readonly ShellWord[],
  rule: Rule | undefined,
  around: OptionContext,
): string | undefined {
  const inner = findSpelledInner(words, rule) ?? 0
  return wordsFault(words.slice(inner), readSpelling(rule, inner, words.length), around)
}

type Spelling = Pick<JudgedCommand, "spelled" | "isOpen">

function readSpelling(rule: Rule | undefined, from: number, count: number): Required<Spelling> {
  return {
    spelled: (at) => findSpelled(rule, from + at, count),
    isOpen: (at) => isOpenWord(rule, from + at),
  }
}

function shiftSpelling({ spelled, isOpen }: Spelling, by: number): Spelling {
  return { spelled: (at) => spelled(by + at), isOpen: (at) => isOpen?.(by + at) === true }
}

/**
 * Where the command begins that a rule spells out after a program that runs others, as in `npx tsc:*` or
 * `timeout 60 npm test:*`; the following words belong to that command. What xargs adds is only known at run time, so
 * every option of its program must be harmless.
 */
export function findSpelledInner(words: readonly ShellWord[], rule: Rule | undefined): number | undefined {
  const spelling = readSpelling(rule, 0, words.length)
  const spelled = (at: number) => {
    const found = spelling.spelled(at)
    return found?.whole === true ? found.text : undefined
  }
  const nesting = findNesting(toProgramName(spelled(0) ?? ""))
  if (nesting === undefined) return undefined
  const look = { words: words.map((word) => judgeWord(word, { given: new Map() })), ...spelling, onlyRuns: false }
  const scan = scanOptions(look, nesting.entry, 1)
  if (
    "fault" in scan ||
    !Array.from({ length: scan.at + 1 }, (_, at) => spelled(at)).every((text) => text !== undefined)
  )
    return undefined
  const program = toProgramName(spelled(scan.at) ?? "")
  if (program === "" || !nesting.mayRun(program)) return undefined
  if (findNesting(program) === undefined) return scan.at
  const further = findSpelledInner(words.slice(scan.at), dropWords(rule, scan.at))
  return further === undefined ? undefined : scan.at + further
}

/** Where the command begins that an entry's operands contain, as after the image of `docker run`; undefined if none does. */
export function findNestedStart(words: readonly ShellWord[]): number | undefined {
  const texts = words.map((word) => readStaticWord(word))
  const found = findEntry(toProgramName(texts[0] ?? ""), texts)
  if (found.kind !== "entry" || found.entry.takes.many !== "nested") return undefined
  const look = {
    words: words.map((word) => judgeWord(word, { given: new Map() })),
    spelled: () => undefined,
    onlyRuns: true,
  }
  const scan = scanOptions(look, found.entry, found.from)
  return "fault" in scan ? found.from : scan.at
}

/** The rule for the command that begins after some spelled words. */
function dropWords(rule: Rule | undefined, count: number): Rule | undefined {
  if (rule === undefined || rule.kind === "all") return rule
  return rule.kind === "pattern"
    ? { ...rule, words: rule.words.slice(count) }
    : { ...rule, words: rule.words.slice(count) }
}

function judgeWord(word: ShellWord, around: CommandContext) {
  return { word, forms: resolveWord(word, around), texts: listTexts(word, around) }
}

/** A command with every form that its words can take. */
export function judgeWords(words: readonly ShellWord[], spelling: Spelling, around: OptionContext): JudgedCommand {
  return {
    words: words.map((word) => judgeWord(word, around)),
    ...spelling,
    onlyRuns: around.onlyRuns === true,
    plainLetters: around.plainLetters,
  }
}

function wordsFault(words: readonly ShellWord[], spelling: Spelling, around: OptionContext): string | undefined {
  const name = words[0] === undefined ? "" : (readStaticWord(words[0]) ?? "")
  const program = toProgramName(name)
  const texts = words.map((word) => readStaticWord(word))
  const onlyRuns = around.onlyRuns === true
  const look = judgeWords(words, spelling, around)
  const found = findEntry(program, texts, { anyFolder: onlyRuns, rule: spelling })
  switch (found.kind) {
    case "fault":
      return `${program}: ${found.why}`
    case "unlisted": {
      const inner = innerProgram(found, look)
      if (inner !== undefined) return wordsFault(words.slice(inner), shiftSpelling(spelling, inner), around)
      const fault = findUnlistedFault(look, found)
      return fault === undefined ? undefined : `${found.name} ${fault}`
    }
    case "unknown": {
      const fault = findUnknownFault(look, name)
      return fault === undefined ? undefined : `${sayProgram(name, 0) === program ? program : "it"} ${fault}`
    }
    case "entry": {
      const fault = findOptionFault(look, found)
      return fault === undefined ? undefined : `${found.name} ${fault}`
    }
  }
}

/** Why a use of a program that the table lists is not known to be harmless. */
export function findOptionFault(
  look: JudgedCommand,
  { entry, from, name }: { readonly entry: ProgramEntry; readonly from: number; readonly name: string },
): string | undefined {
  const isNamed = Array.from({ length: from }, (_, at) => look.spelled(at)?.whole).every((whole) => whole === true)
  if (entry.more.named === true && !isNamed && !look.onlyRuns)
    return "changes or runs something: only a rule that spells it out can allow it"
  const scan = scanOptions(look, entry, from)
  if ("fault" in scan) return scan.fault
  return findScanFault(scan) ?? findConfigFault(scan, name) ?? findPassedFault(scan, look)
}

/** Why what follows `--` may do more: these are words of another program, which the entry names. */
function findPassedFault({ entry, rest }: Scan, look: JudgedCommand): string | undefined {
  const [first] = rest
  if (entry.more.passes === undefined || first === undefined) return undefined
  const passed = findNamedEntry(entry.more.passes)
  if (passed === undefined) return "passes on what follows the two hyphens: only a rule that spells it out can allow it"
  const spelling = shiftSpelling(look, first.at - 1)
  const program = { word: makePlainWord(entry.more.passes), forms: undefined, texts: undefined }
  const scan = scanOptions({ ...look, ...spelling, words: [program, ...rest] }, passed, 1)
  const fault = "fault" in scan ? scan.fault : findScanFault(scan)
  return fault === undefined ? undefined : `passes on what follows the two hyphens, and there ${fault}`
}

/** Where the program begins that `bundle exec` and similar commands run, if the rule spells it out. */
function innerProgram(
  { name, at }: { readonly name: string; readonly at: number },
  look: JudgedCommand,
): number | undefined {
  if (!NESTED_USE.test(name) || look.spelled(at)?.whole !== true) return undefined
  const program = look.spelled(at + 1)
  const isListed =
    program?.whole === true && isKnownProgram(program.text) && classifyProgram(program.text) === undefined
  return isListed ? at + 1 : undefined
}

const SETS = "controls what git may run: only a rule that spells it out can allow it"

/** Options with which `git config` only reads. */
const ASKS = new Set([
  "--get",
  "--get-all",
  "--get-regexp",
  "--get-urlmatch",
  "--get-color",
  "--get-colorbool",
  "--list",
  "-l",
])

/**
 * Why `git config` may do more than read. Git runs programs that its settings name, so only settings that name no
 * program may be set. Whether it reads is decided by its options, not by words that look like them.
 */
function findConfigFault({ look, operands, rest, options }: Scan, name: string): string | undefined {
  if (name !== "git config" && name !== "git config set") return undefined
  const texts = [...operands, ...rest].flatMap(({ at, texts: each }) => {
    if (look.spelled(at)?.whole === true) return []
    return [each?.length === 1 ? each[0] : undefined]
  })
  // Versions of git differ in whether options may follow the name of a setting.
  if (texts.slice(1).some((text) => text?.startsWith("-") === true)) return SETS
  if (options.some((option) => ASKS.has(option))) return undefined
  const [first] = texts
  if (texts.length === 0) return undefined
  if (name === "git config" && texts.length === 1)
    return /^(?:edit|unset|rename-section|remove-section)$|^$/.test(first ?? "") ? SETS : undefined
  return SETTABLE.test(first ?? "") && texts.length === 2 ? undefined : SETS
}
