import { type ShellWord, readStaticWord } from "../../reading/words/shell-word.ts"
import type { Rule } from "../../rule.ts"
import type { ProgramEntry } from "./programs/program-entry.ts"
import { isOneWord, type WordForm } from "./words/resolve-word.ts"
import { type JudgedOption, judgeOption } from "./judge-option.ts"
import { findAwkFault } from "./languages/awk-program.ts"
import { findSedFault } from "./languages/sed-script.ts"

/** Why not all words of a known program are known to be harmless. */
export function findEntryFault(look: JudgedCommand, entry: ProgramEntry, from: number): string | undefined {
  const { more } = entry
  if (more.any === true && more.guarded !== true) return neverFault(look, entry, from)
  const scan: Scan = { look, entry, at: from, operands: [], scripts: [], awaits: undefined, bundled: 0 }
  if (more.bundles === true) {
    const fault = readBundle(scan)
    if (fault !== undefined) return fault
  }
  for (; scan.at < look.words.length; scan.at++) {
    const step = readCurrentWord(scan)
    if (step === "end") break
    if (step !== "next") return step.fault
  }
  const rest = look.words.slice(scan.at).map((word, index) => ({ ...word, at: scan.at + index }))
  return operandFault(scan, rest) ?? neverFault(look, entry, from) ?? findScriptFault(entry, scan)
}

export interface Operand extends JudgedWord {
  readonly at: number
}

interface Scan {
  readonly look: JudgedCommand
  readonly entry: ProgramEntry
  at: number
  readonly operands: Operand[]
  /** Programs given with an option, as in `sed -e p`; undefined if one is only known at run time. */
  readonly scripts: (string | undefined)[]
  /** The option whose value is the next word. */
  awaits: string | undefined
  /** How many of the next words are values of options bundled in the first word, as in `tar xf a.tar`. */
  bundled: number
}

type Step = "next" | "end" | { readonly fault: string }

const NEXT: Step = "next"

function readCurrentWord(scan: Scan): Step {
  const { look, entry, at } = scan
  const looked = look.words[at]
  if (looked === undefined) return "end"
  const text = readStaticWord(looked.word)
  if (scan.awaits !== undefined || scan.bundled > 0) return readValue(scan, looked)
  if (text === "--" && entry.more.dashes !== "ignored") {
    scan.at++
    return "end"
  }
  if (looked.forms === undefined) {
    return isNoOption(looked, entry) || look.spelled(at) !== undefined ? NEXT : { fault: UNSURE }
  }
  const options = looked.forms.filter((form) => form.text.startsWith("-") && !(form.text === "-" && form.whole))
  if (options.length === 0) {
    scan.operands.push({ ...looked, at })
    return entry.more.stops === true ? ((scan.at += 1), "end") : NEXT
  }
  return readOptions(scan, looked, options)
}

/** `--end-of-options` and `--` end the options; every form of the word must be harmless. */
function readOptions(
  scan: Scan,
  looked: JudgedWord,
  options: readonly { readonly text: string; readonly whole: boolean }[],
): Step {
  const { look, entry, at } = scan
  for (const given of options) {
    if (given.text === "--" && given.whole) return { fault: UNSURE }
    const judged = judgeOption(entry, given)
    if (judged.kind === "fault") {
      const step = decideFault(scan, given.text, judged)
      if (step !== NEXT) return step
    } else noteValue(scan, judged)
  }
  if (options.length < (looked.forms?.length ?? 0) || options.length > 1) scan.awaits = undefined
  if (readStaticWord(looked.word) === "--end-of-options" && look.spelled(at) === undefined) {
    scan.at++
    return "end"
  }
  return NEXT
}

function noteValue(scan: Scan, judged: Exclude<JudgedOption, { kind: "fault" }>): void {
  if (judged.kind === "valued") scan.awaits = judged.option
  else if (judged.kind === "glued" && isScript(scan.entry, judged.option)) scan.scripts.push(judged.value)
}

function isScript({ more }: ProgramEntry, option: string): boolean {
  return more.script === "sed" && (option === "-e" || option === "--expression")
}

/** What to do about an option that is not harmless: nothing if the rule spells it out, or if writing is granted. */
function decideFault(scan: Scan, text: string, { option, why }: Extract<JudgedOption, { kind: "fault" }>): Step {
  const { look, entry, at } = scan
  if (isSpelled(look.spelled(at), text, option)) {
    if (/^-(?:exec|ok)(?:dir)?$/.test(text)) skipInner(scan)
    return NEXT
  }
  if (look.onlyRuns && why !== "unknown") return NEXT
  if (why === "writes" && entry.more.unless?.test(option) === true && goesNowhere(scan, text, option)) return NEXT
  return { fault: `${sayOption(option)} ${REASONS[why]}: only a rule that spells it out can allow it` }
}

const REASONS = {
  unknown: "is not known to be harmless",
  writes: "writes a file",
  elsewhere: "works in another directory",
} as const

/** Whether the option writes to the null device or the terminal. */
function goesNowhere(scan: Scan, text: string, option: string): boolean {
  const { look } = scan
  const isLong = option.startsWith("--")
  const glued = isLong ? text.slice(option.length + 1) : text.slice(text.indexOf(option[1] ?? "") + 1)
  const next = look.words[scan.at + 1]
  const value = glued !== "" ? glued : next === undefined ? undefined : readStaticWord(next.word)
  if (value !== "/dev/null" && value !== "-" && value !== "/dev/stdout") return false
  if (glued === "") scan.awaits = option
  return true
}

/** The command within `-exec … ;` that a rule spells out. */
function skipInner(scan: Scan): void {
  const { words } = scan.look
  const end = words.findIndex(({ word }, at) => at > scan.at && /^[;+]$/.test(readStaticWord(word) ?? ""))
  scan.at = end === -1 ? words.length - 1 : end
}

/** The value of the previous option. If it begins with a hyphen, it is also judged as an option, in case it is one. */
function readValue(scan: Scan, looked: JudgedWord): Step {
  const option = scan.awaits
  scan.awaits = undefined
  if (option === undefined) scan.bundled--
  else if (isScript(scan.entry, option)) scan.scripts.push(readStaticWord(looked.word))
  const { entry, look, at } = scan
  if (look.spelled(at)?.whole === true) return NEXT
  if (looked.forms === undefined) {
    const isValue = isOneWord(looked.word) && entry.style !== "npm"
    return isValue || isNoOption(looked, entry) ? NEXT : { fault: UNSURE }
  }
  for (const given of looked.forms) {
    if (!/^-[^\s\d]/.test(given.text) || given.text === "--") continue
    const judged = judgeOption(entry, given)
    if (judged.kind === "fault") {
      const step = decideFault(scan, given.text, judged)
      if (step !== NEXT) return step
    }
  }
  return NEXT
}

/** A pattern such as `*.md` cannot be a predicate of find: none contains a dot. */
function isNoOption({ word }: JudgedWord, { of }: ProgramEntry): boolean {
  return of.includes("find") && /^[\w*?-]*\.[A-Za-z][\w*?]*$/.test(word.raw)
}

/** The letters of `tar xf`, whose values are the next words in order. */
function readBundle(scan: Scan): string | undefined {
  const { look, entry, at } = scan
  const first = look.words[at]
  const text = first === undefined ? undefined : readStaticWord(first.word)
  if (text === undefined) return first === undefined ? undefined : UNSURE
  if (text.startsWith("-")) return undefined
  for (const letter of text) {
    if (entry.valued.includes(letter)) scan.bundled++
    else if (!entry.flags.includes(letter) && look.spelled(at)?.whole !== true) {
      return `${sayOption(letter)} is not known to be harmless: only a rule that spells it out can allow it`
    }
  }
  scan.at++
  return undefined
}

function operandFault({ look, entry, operands }: Scan, rest: readonly Operand[]): string | undefined {
  const { operand, operands: count, passes } = entry.more
  const all = passes === true ? operands : [...operands, ...rest]
  const judged = operand?.first === true ? all.slice(0, 1) : all
  if (operand !== undefined) {
    const isFine = ({ forms, at }: Operand) =>
      look.spelled(at)?.whole === true ||
      forms?.every(
        ({ text, whole }) => (whole || (operand.first ?? operand.whole) !== true) && operand.like.test(text),
      ) === true
    if (!judged.every(isFine)) return operand.why
  }
  if (count === undefined || (look.onlyRuns && count.writes === true)) return undefined
  const most = all.every(({ word }) => isOneWord(word)) ? all.length : Number.POSITIVE_INFINITY
  const spelled = all.filter(({ at }) => look.spelled(at)?.whole === true).length
  return most > count.most && spelled < all.length ? count.why : undefined
}

function neverFault(look: JudgedCommand, { more: { never } }: ProgramEntry, from: number): string | undefined {
  if (never === undefined) return undefined
  const texts = look.words.flatMap(({ word, forms }, at) => {
    if (at < from || look.spelled(at)?.whole === true) return []
    const known = word.pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("")
    return [...new Set([known, ...(forms ?? []).map(({ text }) => text)])]
  })
  return never.text.test(texts.join("\n")) ? never.why : undefined
}

/** Why a sed or awk program may do more than print. */
export function findScriptFault(
  { more: { script } }: ProgramEntry,
  given: { readonly scripts: readonly (string | undefined)[]; readonly operands: readonly JudgedWord[] },
): string | undefined {
  if (script === undefined) return undefined
  const first = given.operands[0]
  const scripts = given.scripts.length > 0 ? given.scripts : first === undefined ? [] : [readStaticWord(first.word)]
  for (const text of scripts) {
    if (text === undefined) return "has a script that is only known at run time: write it out in single quotes"
    const fault = script === "sed" ? findSedFault(text) : findAwkFault(text)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A word with every form it can take; undefined if it may be anything, or several words. */
export interface JudgedWord {
  readonly word: ShellWord
  readonly forms: readonly WordForm[] | undefined
}

/** A command whose options are judged. */
export interface JudgedCommand {
  readonly words: readonly JudgedWord[]
  /** What the rule spells out at a position. */
  readonly spelled: (at: number) => Spelled | undefined
  readonly onlyRuns: boolean
  /** No rule denies anything that a one-letter option of an unknown program could bypass. */
  readonly plainLetters?: boolean | undefined
}

export const UNSURE = "may mistake a value or a file name for an option: put it after --, or write it out"

/** An option's name for messages, which agents act on: never a destructive one, never an odd one. */
export function sayOption(option: string): string {
  return /^-{0,2}[\w.-]{1,40}$/.test(option) && !/delete|remove|rm|kill|shred|force|dd/.test(option)
    ? option
    : "one of its options"
}

/** What a rule spells out at a position of a command. */
interface Spelled {
  readonly text: string
  /** The rule ends the word here; otherwise a star follows. */
  readonly whole: boolean
}

/**
 * What a rule spells out, word by word: an option is covered only at the position where the rule spells it out. A star
 * may stand for several words, so after one only the words at the very end have a fixed position.
 */
export function findSpelled(rule: Rule | undefined, at: number, count: number): Spelled | undefined {
  if (rule === undefined || rule.kind === "all") return undefined
  if (rule.kind !== "pattern") {
    const text = rule.words[at]
    return text === undefined ? undefined : { text, whole: true }
  }
  const star = rule.words.findIndex((word) => word.includes(null))
  const word = rule.words[at]
  if (word !== undefined && (at < star || star === -1)) return { text: word.join(""), whole: true }
  if (at === star && typeof word?.[0] === "string") return { text: word[0], whole: false }
  const fromEnd = rule.words.length - (count - at)
  const last = rule.words.findLastIndex((each) => each.includes(null))
  return fromEnd > last && rule.words[fromEnd] !== undefined
    ? { text: rule.words[fromEnd].join(""), whole: true }
    : undefined
}

/** Whether a rule spells out an option at a position: the whole word, or the option up to a star. */
function isSpelled(spelled: Spelled | undefined, text: string, option: string): boolean {
  if (spelled === undefined) return false
  return spelled.whole ? spelled.text === text : text.startsWith(spelled.text) && spelled.text.startsWith(option)
}
