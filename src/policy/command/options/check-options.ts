import { spelledWords } from "../../../shell/match-rule.ts"
import { leadOf, type ShellWord, staticText } from "../../../shell/reading/shell-word.ts"
import type { Rule } from "../../../shell/rule.ts"
import { awkFault } from "../languages/awk-program.ts"
import { ELSEWHERE, optionTable, type ProgramOptions, WRITES } from "./option-table.ts"
import { programOf } from "../programs.ts"
import { sedFault } from "../languages/sed-script.ts"
import { mayBecomeOption, type Surroundings } from "../may-become-option.ts"

const rowsOf = indexRows()

export interface OptionSurroundings extends Surroundings {
  /** Writing is granted, and so is working in another folder: only what runs something counts. */
  readonly onlyRuns?: true
}

/** Why an open-ended rule does not cover these words: an option that runs a program or writes a file. */
export function optionFault(
  words: readonly ShellWord[],
  rule: Rule | undefined,
  around: OptionSurroundings,
): string | undefined {
  const program = programOf(textOf(words[0]) ?? "")
  const rows = rowsOf.get(program)
  if (rows === undefined) return undefined
  const onlyRuns = around.onlyRuns === true
  const first = subcommandAt(words, rows, onlyRuns)
  if (typeof first === "string") return `${program}: ${first}`
  const subcommand = textOf(words[first]) ?? ""
  const spelled = rule === undefined ? [] : spelledWords(rule)
  for (const row of rows) {
    const isSub = row.of.includes(`${program} ${subcommand}`)
    if (!isSub && (!row.of.includes(program) || row.notFor?.includes(subcommand) === true)) continue
    const fault = rowFault({
      row,
      words: optionWords(words, row),
      spelled,
      from: isSub ? first + 1 : 1,
      onlyRuns,
      all: words,
    })
    if (fault !== undefined) return `${isSub ? `${program} ${subcommand}` : program} ${fault}`
  }
  return rows.some((row) =>
    optionWords(words, row)
      .slice(0, endOfOptions(words, row))
      .some((word) => isUnsure(word, row, around)),
  )
    ? `${program} may take a value or a file's name for an option: put ./ before it, or write it out`
    : undefined
}

function textOf(word: ShellWord | undefined): string | undefined {
  return word === undefined ? undefined : staticText(word)
}

/** The words among which there may be options. */
function optionWords(words: readonly ShellWord[], row: ProgramOptions): readonly ShellWord[] {
  const [operand] = row.stops === true ? operandsOf(words.slice(1), row) : []
  return operand === undefined ? words : words.slice(0, words.indexOf(operand) + 1)
}

function isUnsure(word: ShellWord, row: ProgramOptions, around: Surroundings): boolean {
  return mayBecomeOption(word, around) && !(row.style === "words" && isOtherName(word, row))
}

/** Whether a pattern for files, such as `*.md`, can match none of a program's whole-word options. */
function isOtherName({ raw }: ShellWord, { refused }: ProgramOptions): boolean {
  if (!/^[\w.*?-]+$/.test(raw)) return false
  const pattern = new RegExp(`^${raw.replace(/\./g, "\\.").replace(/\?/g, ".").replace(/\*+/g, ".*")}$`)
  return !refused.some(({ options }) => options.some((option) => pattern.test(option)))
}

/** Flags that certainly take no value: behind one of them `--` is itself. */
const FLAG =
  /^(?:--(?:all|cached|follow|graph|name-only|name-status|no-merges|numstat|oneline|patch|reverse|shortstat|staged|stat)|-[pw])$/

/** Where `--` ends the options, as far as that is certain: it may also be the value of the option before it. */
function endOfOptions(words: readonly ShellWord[], { style, dashes }: ProgramOptions): number {
  const at = words.findIndex((word) => staticText(word) === "--")
  const before = textOf(words[at - 1])
  if (style !== "getopt" || dashes === "ignored" || at === -1 || before === undefined) return words.length
  return !before.startsWith("-") || /^--[\w-]+=|^-\d+$/.test(before) || FLAG.test(before) ? at : words.length
}

/** The rows of each program, those of its subcommands included. */
function indexRows(): ReadonlyMap<string, readonly ProgramOptions[]> {
  const index = new Map<string, ProgramOptions[]>()
  for (const row of optionTable) {
    for (const program of new Set(row.of.map((entry) => entry.split(" ", 1)[0] ?? ""))) {
      index.set(program, [...(index.get(program) ?? []), row])
    }
  }
  return index
}

/** The indices of words that could be the first operand, whichever of the options before it take a value. */
export function possibleFirsts(words: readonly ShellWord[]): readonly number[] {
  const found: number[] = []
  let valueAllowed = false
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    if (leadOf(word).startsWith("-")) {
      valueAllowed = true
      continue
    }
    found.push(at)
    if (!valueAllowed) break
    valueAllowed = false
  }
  return found
}

/** Where the subcommand stands, for programs whose options before it matter; or what is wrong before it. */
function subcommandAt(
  words: readonly ShellWord[],
  rows: readonly ProgramOptions[],
  anyFolder: boolean,
): number | string {
  const globals = rows.find((row) => row.globals !== undefined)?.globals
  let at = 1
  while (globals !== undefined && at < words.length) {
    const word = words[at]
    const text = word === undefined ? undefined : staticText(word)
    if (text === undefined) return "its subcommand is only known while running: write it out"
    if (!text.startsWith("-")) break
    if (anyFolder && (text === "-C" || /^--(?:git-dir|work-tree)=/.test(text))) {
      at += text === "-C" ? 2 : 1
      continue
    }
    if (!globals.includes(text)) return "an option before the subcommand can change what it runs: put it behind"
    at++
  }
  return at
}

interface Look {
  readonly row: ProgramOptions
  readonly words: readonly ShellWord[]
  readonly spelled: readonly string[]
  readonly from: number
  readonly onlyRuns: boolean
  /** Every word, also those behind the first operand. */
  readonly all: readonly ShellWord[]
}

function rowFault(look: Look): string | undefined {
  const { row, words, from } = look
  const firsts = possibleFirsts(words.slice(from - 1)).map((at) => at + from - 1)
  for (let at = from; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) continue
    const fault = wordFault(look, leadOf(word), { at, isFirst: firsts.includes(at) })
    if (fault !== undefined) return fault
  }
  return (
    operandFault(look) ??
    neverFault(look) ??
    (row.script === undefined ? undefined : scriptFault(words.slice(from), row))
  )
}

function operandFault({ row, words, spelled, from, onlyRuns }: Look): string | undefined {
  const operands = operandsOf(words.slice(from), row)
  const { operand, operands: count } = row
  if (operand !== undefined && !operands.every((word) => operand.like.test(leadOf(word)) || isSpelled(word, spelled))) {
    return operand.why
  }
  if (count === undefined || (from > 1 && spelled.length >= from)) return undefined
  const most = operands.some((word) => mayBeMany(word)) ? Number.POSITIVE_INFINITY : operands.length
  return most > count.most && !(onlyRuns && count.why.startsWith("writes")) ? count.why : undefined
}

/** Whether one word may become several: patterns, braces, and values that fall apart. */
function mayBeMany({ raw, pieces }: ShellWord): boolean {
  return pieces.some(
    (piece) => piece.kind === "value" && piece.from.kind !== "number" && (!piece.quoted || /[@*]/.test(raw)),
  )
}

function neverFault({ row: { never }, all, spelled, from }: Look): string | undefined {
  if (never === undefined) return undefined
  const texts = all
    .slice(from)
    .filter((word) => !isSpelled(word, spelled))
    .map(({ pieces }) => pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""))
  return never.text.test(texts.join("\n")) ? never.why : undefined
}

function isSpelled(word: ShellWord, spelled: readonly string[]): boolean {
  const text = staticText(word)
  return text !== undefined && spelled.includes(text)
}

function wordFault(
  look: Look,
  text: string,
  place: { readonly at: number; readonly isFirst: boolean },
): string | undefined {
  const { row, spelled, from, onlyRuns } = look
  for (const { options, why, unsaid } of row.refused) {
    if (onlyRuns && (why === WRITES || why === ELSEWHERE)) continue
    for (const option of options) {
      if (!isGiven(option, text, { row, isFirst: place.isFirst, bundle: row.bundles === true && place.at === from }))
        continue
      if (!spelled.some((word) => word === text || word === option || word.startsWith(`${option}=`))) {
        return `${unsaid === true ? why : `${option} ${why}`}: only a rule that spells it covers it`
      }
    }
  }
  return undefined
}

interface Manner {
  readonly row: ProgramOptions
  readonly isFirst: boolean
  readonly bundle: boolean
}

function isGiven(option: string, text: string, { row, isFirst, bundle }: Manner): boolean {
  if (option.endsWith("=") || option === "+") return text.startsWith(option)
  if (!option.startsWith("-")) return isFirst && text === option
  const name = text.split("=", 1)[0] ?? ""
  if (row.style === "words") return name === option
  if (option.startsWith("--")) return name.length > 2 && name.startsWith("--") && option.startsWith(name)
  if (option.length > 2) return name === option
  if (text.startsWith("--")) return false
  if (text.startsWith("-")) return inCluster(option[1] ?? "", text.slice(1), `${row.valued ?? ""}${row.attached ?? ""}`)
  return bundle && text.includes(option[1] ?? "")
}

/** Whether `-abc` holds a letter as an option: behind one that takes a value, letters are that value. */
function inCluster(letter: string, cluster: string, valued: string): boolean {
  for (const character of cluster) {
    if (character === letter) return true
    if (valued.includes(character)) return false
  }
  return false
}

/** The words that are neither options nor the values of short ones. */
function operandsOf(words: readonly ShellWord[], row: ProgramOptions): readonly ShellWord[] {
  const operands: ShellWord[] = []
  let ended = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) continue
    const text = leadOf(word)
    if (!ended && text === "--") ended = true
    else if (ended || !text.startsWith("-") || text === "-") operands.push(word)
    else if (takesNext(text, row) || row.valuedLong?.includes(text) === true) at++
  }
  return operands
}

/** Whether the value of a short option is the next word. */
function takesNext(text: string, { valued = "", attached = "" }: Pick<ProgramOptions, "valued" | "attached">): boolean {
  if (text.startsWith("--")) return false
  const cluster = text.slice(1)
  const first = [...cluster].findIndex((letter) => valued.includes(letter) || attached.includes(letter))
  return first !== -1 && first === cluster.length - 1 && valued.includes(cluster[first] ?? "")
}

function scriptFault(words: readonly ShellWord[], row: ProgramOptions): string | undefined {
  const scripts = row.script === "sed" ? sedScripts(words, row) : awkScripts(words, row)
  if (scripts === undefined) return "has an option that cannot be checked: leave it out"
  for (const word of scripts) {
    const text = staticText(word)
    if (text === undefined) return "has a script that is only known while running: write it out in single quotes"
    const fault = row.script === "sed" ? sedFault(text) : awkFault(text)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The program awk is given, or undefined when there is an option besides `-F` and `-v`. */
function awkScripts(words: readonly ShellWord[], row: ProgramOptions): readonly ShellWord[] | undefined {
  const operands = operandsOf(words, row)
  const behind = operands[0] === undefined ? words.length : words.indexOf(operands[0])
  const known = words.slice(0, behind).every((word, at, before) => {
    const text = leadOf(word)
    return (
      /^-[Fv]/.test(text) ||
      /^--(?:version|help)?$/.test(text) ||
      takesNext(leadOf(before[at - 1] ?? word), { valued: "Fv" })
    )
  })
  return known ? operands.slice(0, 1) : undefined
}

const SED_OPTIONS =
  /^(?:-[nErsuz]+|-[nErsuz]*i\S*|--in-place(?:=.*)?|--quiet|--silent|--regexp-extended|--separate|--null-data|--version|--help|--posix|--sandbox)$/

/** Every script sed is given, or undefined when an option is not one we know. */
function sedScripts(words: readonly ShellWord[], row: ProgramOptions): readonly ShellWord[] | undefined {
  const scripts: ShellWord[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const text = word === undefined ? "" : leadOf(word)
    if (word === undefined || !text.startsWith("-") || text === "-") continue
    if (text === "--") break
    const next = words[at + 1]
    if (/^-[nErsuz]*e$/.test(text) || text === "--expression") {
      if (next === undefined || staticText(word) === undefined) return undefined
      scripts.push(next)
      at++
    } else if (text.startsWith("--expression=")) {
      const whole = staticText(word)
      if (whole === undefined) return undefined
      scripts.push({ raw: word.raw, pieces: [{ kind: "text", text: whole.slice("--expression=".length) }] })
    } else if (!SED_OPTIONS.test(text)) return undefined
  }
  return scripts.length > 0 ? scripts : operandsOf(words, row).slice(0, 1)
}
