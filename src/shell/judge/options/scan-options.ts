import { readStaticWord, type ShellWord } from "../../reading/words/shell-word.ts"
import { findKindFault, type PossibleTexts } from "./judge-kind.ts"
import type { ProgramEntry } from "./programs/program-entry.ts"
import { isOneWord, type WordForm } from "./words/resolve-word.ts"
import { type JudgedOption, judgeOption } from "./judge-option.ts"
import { isSpelledOption, type Spelled } from "./spelled-words.ts"

/** The words of a command as its program parses them, or why they are not known to be harmless. */
export function scanOptions(look: JudgedCommand, entry: ProgramEntry, from: number): Scan | { readonly fault: string } {
  const scan: Scan = {
    look,
    entry,
    from,
    at: from,
    operands: [],
    options: [],
    rest: [],
    scripts: [],
    archives: [],
    rewrites: false,
    awaits: undefined,
    bundled: [],
  }
  if (entry.more.bundles === true) {
    const fault = readBundle(scan)
    if (fault !== undefined) return { fault }
  }
  for (; scan.at < look.words.length; scan.at++) {
    const step = readCurrentWord(scan)
    if (step === "end") break
    if (step !== "next") return step
  }
  scan.rest = look.words.slice(scan.at).map((word, index) => ({ ...word, at: scan.at + index }))
  return scan
}

export interface Operand extends JudgedWord {
  readonly at: number
}

export interface Scan {
  readonly look: JudgedCommand
  readonly entry: ProgramEntry
  readonly from: number
  at: number
  readonly operands: Operand[]
  /** The options that were given, without their values. */
  readonly options: string[]
  /** What follows `--`. */
  rest: readonly Operand[]
  /** Programs given with an option, as in `sed -e p`; undefined if one is only known at run time. */
  readonly scripts: (string | undefined)[]
  /** Archives, which are judged when all options are known. */
  readonly archives: PossibleTexts[]
  /** An option that the rule spells out makes the program write the files it is given, as `sed -i` does. */
  rewrites: boolean
  /** The option whose value is the next word, and what that is. */
  awaits: { readonly option: string; readonly takes: string; readonly elsewhere?: boolean } | undefined
  /** The kinds of the next words: values of options bundled in the first word, as in `tar xf a.tar`. */
  bundled: readonly string[]
}

type Step = "next" | "end" | { readonly fault: string }

const NEXT: Step = "next"

function readCurrentWord(scan: Scan): Step {
  const { look, entry, at } = scan
  const looked = look.words[at]
  if (looked === undefined) return "end"
  const text = readStaticWord(looked.word)
  if (scan.awaits !== undefined || scan.bundled.length > 0) return readValue(scan, looked)
  if (text === "--" && entry.more.dashes !== "ignored") {
    scan.at++
    return "end"
  }
  if (looked.forms === undefined) {
    if (!isNoOption(looked, entry) && look.spelled(at) === undefined && entry.more.complete !== true)
      return { fault: UNSURE }
    scan.operands.push({ ...looked, at })
    return NEXT
  }
  const options = looked.forms.filter((form) => form.text.startsWith("-") && !(form.text === "-" && form.whole))
  if (options.length === 0) {
    const assigns = entry.more.assigns === true && /^[A-Za-z_]\w*=/.test(text ?? "")
    if (entry.takes.many === "nested" && scan.operands.length >= entry.takes.before.length)
      return assigns ? NEXT : "end"
    scan.operands.push({ ...looked, at })
    return entry.more.stops === true ? ((scan.at += 1), "end") : NEXT
  }
  return readOptions(scan, looked, options)
}

/** `--end-of-options` and `--` end the options; every form of the word must be harmless. */
function readOptions(scan: Scan, looked: JudgedWord, options: readonly WordForm[]): Step {
  const { look, entry, at } = scan
  const isCertain = options.length === 1 && looked.forms?.length === 1
  for (const given of options) {
    if (given.text === "--" && given.whole) return { fault: UNSURE }
    const judged = judgeOption(entry, given)
    scan.options.push(judged.option, ...(given.text === judged.option ? [] : [given.text]))
    if (judged.kind === "fault") {
      const step = decideFault(scan, given.text, judged)
      if (step !== NEXT) return step
    } else {
      const fault = noteValue(scan, judged, given)
      if (fault !== undefined) return { fault }
    }
    if (
      !isCertain &&
      scan.awaits !== undefined &&
      findKindFault(scan.awaits.takes, undefined, entry.more) !== undefined
    ) {
      return { fault: UNSURE }
    }
  }
  if (!isCertain) scan.awaits = undefined
  if (readStaticWord(looked.word) === "--end-of-options" && look.spelled(at) === undefined) {
    scan.at++
    return "end"
  }
  return NEXT
}

function noteValue(
  scan: Scan,
  judged: Exclude<JudgedOption, { kind: "fault" }>,
  { whole }: WordForm,
): string | undefined {
  if (judged.kind === "valued") scan.awaits = judged
  if (judged.kind !== "glued") return undefined
  if (isScript(scan.entry, judged.option)) scan.scripts.push(judged.value)
  if (scan.look.spelled(scan.at)?.whole === true || scan.look.onlyRuns) return undefined
  const texts = whole ? [judged.value] : undefined
  if (judged.takes === "archive") scan.archives.push(texts)
  const fault = findKindFault(judged.takes, texts, scan.entry.more)
  return fault === undefined ? undefined : `${sayOption(judged.option)} ${fault}`
}

function isScript({ more }: ProgramEntry, option: string): boolean {
  return more.script === "sed" && (option === "-e" || option === "--expression")
}

/**
 * What to do about an option that is not harmless: nothing if the rule spells it out, or if writing is granted. A
 * spelled option excuses itself; its value is still judged by its kind.
 */
function decideFault(scan: Scan, text: string, judged: Extract<JudgedOption, { kind: "fault" }>): Step {
  const { look, entry, at, from } = scan
  const { option, why, takes, value } = judged
  const isGranted =
    isSpelledOption(look.spelled(at), text, option) ||
    (why === "changes" && Array.from({ length: from }, (_, index) => look.spelled(index)?.whole).every(Boolean))
  if (isGranted) {
    if (/^-(?:exec|ok)(?:dir)?$/.test(text)) skipInner(scan)
    if (why === "writes" && takes === undefined) scan.rewrites = true
    if (takes === undefined || (look.spelled(at)?.whole === true && value !== undefined)) return NEXT
    if (value === undefined) scan.awaits = { option, takes, elsewhere: why === "elsewhere" }
    const fault = value === undefined || look.onlyRuns ? undefined : findKindFault(takes, [value])
    return fault === undefined ? NEXT : { fault: `${sayOption(option)} ${fault}` }
  }
  if (look.onlyRuns && (why === "writes" || why === "elsewhere" || why === "changes")) {
    if (takes !== undefined && value === undefined) scan.awaits = { option, takes: "text" }
    return NEXT
  }
  if (why === "writes" && entry.more.unless?.test(option) === true && goesNowhere(scan, judged)) return NEXT
  return { fault: `${sayOption(option)} ${REASONS[why]}: only a rule that spells it out can allow it` }
}

const REASONS = {
  unknown: "is not known to be harmless",
  writes: "writes a file",
  elsewhere: "works in another directory",
  runs: "runs or loads what it names",
  changes: "changes something",
} as const

/** Whether the option writes to the null device or the terminal. */
function goesNowhere(scan: Scan, { option, value: glued }: Extract<JudgedOption, { kind: "fault" }>): boolean {
  const next = scan.look.words[scan.at + 1]
  const value = glued ?? (next === undefined ? undefined : readStaticWord(next.word))
  if (value !== "/dev/null" && value !== "-" && value !== "/dev/stdout") return false
  if (glued === undefined) scan.awaits = { option, takes: "text" }
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
  const { awaits, entry, look, at } = scan
  const takes = awaits?.takes ?? scan.bundled[0] ?? "text"
  scan.awaits = undefined
  if (awaits === undefined) scan.bundled = scan.bundled.slice(1)
  else if (isScript(entry, awaits.option)) scan.scripts.push(readStaticWord(looked.word))
  const spelled = look.spelled(at)
  if (spelled?.whole === true || (awaits?.elsewhere === true && look.isOpen?.(at) === true)) return NEXT
  if (takes === "archive") scan.archives.push(looked.texts)
  const fault = look.onlyRuns ? undefined : findKindFault(takes, looked.texts, entry.more)
  if (fault !== undefined) return { fault: awaits === undefined ? fault : `${sayOption(awaits.option)} ${fault}` }
  if (looked.forms === undefined) {
    const isValue = isOneWord(looked.word) && entry.style !== "npm"
    return isValue || isNoOption(looked, entry) || entry.more.complete === true ? NEXT : { fault: UNSURE }
  }
  for (const given of looked.forms) {
    if (!/^-[^\s\d]/.test(given.text) || given.text === "--") continue
    const judged = judgeOption(entry, given)
    if (judged.kind === "fault") {
      const step = decideFault(scan, given.text, judged)
      scan.awaits = undefined
      if (step !== NEXT) return step
    }
  }
  return NEXT
}

/**
 * A pattern such as `*.md` cannot be a predicate of find: none contains a dot. Nor can it be an option without a value
 * elsewhere, and as a value it names a file in this directory; if all options are listed, that does no harm.
 */
function isNoOption({ word }: JudgedWord, { of, more, style, spelled }: ProgramEntry): boolean {
  if (!/^[\w*?-]*\.(?!(?:git|claude|agents|skillet)$)[A-Za-z][\w*?]*$/i.test(word.raw)) return false
  const isListed = more.listed === true && style === "getopt" && spelled.size === 0
  return of.includes("find") || isListed
}

/** The letters of `tar xf`, whose values are the next words in order. */
function readBundle(scan: Scan): string | undefined {
  const { look, entry, at } = scan
  const first = look.words[at]
  const text = first === undefined ? undefined : readStaticWord(first.word)
  if (text === undefined) return first === undefined ? undefined : UNSURE
  if (text.startsWith("-")) return undefined
  const bundled: string[] = []
  scan.options.push(`-${text}`)
  for (const letter of text) {
    const judged = judgeOption(entry, { text: `-${letter}`, whole: true })
    if (judged.kind === "valued") bundled.push(judged.takes)
    else if (judged.kind === "fault" && look.spelled(at)?.whole !== true) {
      return `${sayOption(letter)} is not known to be harmless: only a rule that spells it out can allow it`
    } else if (judged.kind === "fault" && judged.takes !== undefined) bundled.push(judged.takes)
  }
  scan.bundled = bundled
  scan.at++
  return undefined
}

/** A word with every form it can take; undefined if it may be anything, or several words. */
export interface JudgedWord {
  readonly word: ShellWord
  readonly forms: readonly WordForm[] | undefined
  /** Everything it can be, with the patterns of file names as they are written. */
  readonly texts: PossibleTexts
}

/** A command whose options are judged. */
export interface JudgedCommand {
  readonly words: readonly JudgedWord[]
  /** What the rule spells out at a position. */
  readonly spelled: (at: number) => Spelled | undefined
  /** Whether the rule has a star for exactly this word. */
  readonly isOpen?: (at: number) => boolean
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
