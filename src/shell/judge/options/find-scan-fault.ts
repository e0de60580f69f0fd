import { readStaticWord } from "../../reading/words/shell-word.ts"
import type { JudgedCommand, JudgedWord, Operand, Scan } from "./scan-options.ts"
import { findKindFault, isRemote, type PossibleTexts } from "./judge-kind.ts"
import { findAwkFault } from "./languages/awk-program.ts"
import { findSedFault } from "./languages/sed-script.ts"
import { listKinds, type ProgramEntry } from "./programs/program-entry.ts"
import { isOneWord } from "./words/resolve-word.ts"

/** Why not all words of a known program are known to be harmless. */
export function findScanFault(scan: Scan): string | undefined {
  return findOperandFault(scan) ?? findArchiveFault(scan) ?? findNeverFault(scan) ?? findScriptFault(scan.entry, scan)
}

function findOperandFault(scan: Scan): string | undefined {
  const { look, entry, operands, rest } = scan
  const { operand, operands: count, passes } = entry.more
  const all = passes === undefined ? [...operands, ...rest] : operands
  const judged = operand?.first === true ? all.slice(0, 1) : all
  if (operand !== undefined) {
    const isFine = ({ forms, at }: Operand) =>
      look.spelled(at)?.whole === true ||
      forms?.every(
        ({ text, whole }) => (whole || (operand.first ?? operand.whole) !== true) && operand.like.test(text),
      ) === true
    if (!judged.every(isFine)) return operand.why
  }
  const fault = look.onlyRuns ? undefined : (findTakenFault(look, entry, all) ?? findRewriteFault(scan, all))
  if (fault !== undefined) return fault
  if (count === undefined || (look.onlyRuns && count.writes === true)) return undefined
  const most = all.every(({ word }) => isOneWord(word)) ? all.length : Number.POSITIVE_INFINITY
  const spelled = all.filter(({ at }) => look.spelled(at)?.whole === true).length
  return most > count.most && spelled < all.length ? count.why : undefined
}

/** Every operand is judged by its kind; where the number of words is not certain, by all kinds there are. */
function findTakenFault(
  look: JudgedCommand,
  { takes, more }: ProgramEntry,
  all: readonly Operand[],
): string | undefined {
  const isCounted = all.every(({ word }) => isOneWord(word))
  const isSpelled = ({ at }: Operand) => look.spelled(at)?.whole === true
  if (!isCounted && takes.many === undefined && more.complete !== true && !all.every(isSpelled)) return EXTRA
  const kinds = listKinds(takes, all.length)
  const every = [...takes.before, ...(takes.many === undefined ? [] : [takes.many]), ...takes.after]
  for (const [index, operand] of all.entries()) {
    const { texts } = operand
    if (isSpelled(operand)) continue
    const own = isCounted ? [kinds[index]] : every.length === 0 ? [undefined] : every
    for (const kind of own) {
      if (kind === undefined) return EXTRA
      const isSent = kind === "endpoint" && isRemoteWord(all.at(-1)) && !isRemoteWord(operand)
      const fault = kind === "nested" ? EXTRA : findKindFault(isSent ? "sent" : kind, readKey(texts, more.keys), more)
      const keyed = findKeyFault(texts, more.keys)
      if (fault !== undefined || keyed !== undefined) return fault ?? keyed
    }
  }
  return undefined
}

/** Whether a word names another machine; one that is only known at run time may. */
function isRemoteWord(operand: Operand | undefined): boolean {
  return operand?.texts?.every((text) => !isRemote(text)) !== true
}

/** Why a file that is changed in place may not be written; a program in its own language is not a file. */
function findRewriteFault({ look, entry, rewrites, scripts }: Scan, all: readonly Operand[]): string | undefined {
  if (!rewrites) return undefined
  const kinds = listKinds(entry.takes, all.length)
  const hasScript = entry.more.script !== undefined && scripts.length === 0
  const files = all.filter(
    ({ at }, index) => kinds[index] === "read" && !look.spelled(at)?.whole && !(hasScript && index === 0),
  )
  return files.map(({ texts }) => findKindFault("write", texts)).find((fault) => fault !== undefined)
}

/** Why an archive that is not only read may not be written. */
function findArchiveFault({ look, entry, archives, operands, rest, options }: Scan): string | undefined {
  if (look.onlyRuns || options.some((option) => entry.more.reads?.test(option) === true)) return undefined
  const kinds = listKinds(entry.takes, operands.length + rest.length)
  const named = [...operands, ...rest].filter(({ at }, index) => kinds[index] === "archive" && !look.spelled(at)?.whole)
  const faults = [...archives, ...named.map(({ texts }) => texts)].map((texts) => findKindFault("write", texts))
  return faults.find((fault) => fault !== undefined)
}

const EXTRA = "is given an argument whose purpose is not known: only a rule that spells it out can allow it"

function readKey(texts: PossibleTexts, keys: ProgramEntry["more"]["keys"]): PossibleTexts {
  return keys === undefined ? texts : []
}

function findKeyFault(texts: PossibleTexts, keys: ProgramEntry["more"]["keys"]): string | undefined {
  if (keys === undefined) return undefined
  if (texts === undefined) return EXTRA
  for (const text of texts) {
    const [, key = "", value = ""] = /^(\w+)=(.*)$/s.exec(text) ?? []
    const kind = keys[key]
    const fault = kind === undefined ? EXTRA : findKindFault(kind, [value])
    if (fault !== undefined) return fault
  }
  return undefined
}

function findNeverFault({ look, entry, from }: Scan): string | undefined {
  const { never } = entry.more
  if (never === undefined) return undefined
  const texts = look.words.flatMap(({ word, forms }, at) => {
    if (at < from || look.spelled(at)?.whole === true) return []
    const known = word.pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("")
    return [...new Set([known, ...(forms ?? []).map(({ text }) => text)])]
  })
  return never.text.test(texts.join("\n")) ? never.why : undefined
}

/** Why a sed or awk program may do more than print. */
function findScriptFault(
  { more: { script } }: ProgramEntry,
  given: {
    readonly scripts: readonly (string | undefined)[]
    readonly operands: readonly JudgedWord[]
    readonly rest?: readonly JudgedWord[]
    readonly options?: readonly string[]
  },
): string | undefined {
  if (script === undefined) return undefined
  if (given.options?.some((option) => option === "-f" || option === "--file") === true && given.scripts.length === 0)
    return undefined
  const [first] = [...given.operands, ...(given.rest ?? [])]
  const scripts = given.scripts.length > 0 ? given.scripts : first === undefined ? [] : [readStaticWord(first.word)]
  for (const text of scripts) {
    if (text === undefined) return "has a script that is only known at run time: write it out in single quotes"
    const fault = script === "sed" ? findSedFault(text) : findAwkFault(text)
    if (fault !== undefined) return fault
  }
  return undefined
}
