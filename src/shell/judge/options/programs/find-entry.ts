import { memoise } from "../../../../text/memoise.ts"
import { buildPrograms } from "./build-programs.ts"
import { gitGlobals } from "./globals.ts"
import { containerPrograms } from "./container-programs.ts"
import { githubPrograms } from "./github-programs.ts"
import { gitPrograms, SETTABLE } from "./git-programs.ts"
import { readerPrograms } from "./reader-programs.ts"
import { harmlessPrograms } from "./harmless-programs.ts"
import { type ProgramEntry, type ProgramRow, readRow } from "./program-entry.ts"
import { servicePrograms } from "./service-programs.ts"
import { taskPrograms } from "./task-programs.ts"
import { textPrograms } from "./text-programs.ts"
import { spelledGlobals, toolGlobals } from "./globals.ts"
import { toolPrograms } from "./tool-programs.ts"
import { transferPrograms } from "./transfer-programs.ts"

/** The table of what programs may be given; rules, arguments and audit use it. */
export const programTable: readonly ProgramRow[] = [
  ...harmlessPrograms,
  ...readerPrograms,
  ...textPrograms,
  ...transferPrograms,
  ...gitPrograms,
  ...toolPrograms,
  ...containerPrograms,
  ...githubPrograms,
  ...buildPrograms,
  ...taskPrograms,
  ...servicePrograms,
]

/** The rows by name, and the programs that have sub-commands. Made when the first command is judged. */
const indexPrograms = memoise((table: readonly ProgramRow[]) => {
  const rows = new Map(table.flatMap((row) => row.of.map((name) => [name, row] as const)))
  const compound = [...rows.keys()].flatMap((name) => {
    const parts = name.split(" ")
    return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(" "))
  })
  const network = table.flatMap(({ of, more }) =>
    more.network === true ? of.map((name) => name.split(" ", 1)[0] ?? "") : [],
  )
  return { rows, withSubcommands: new Set(compound), network: new Set(network) }
})

function findRow(name: string): ProgramRow | undefined {
  return indexPrograms(programTable).rows.get(name)
}

/** Whether the table lists sub-commands of a program. */
export function hasSubcommands(program: string): boolean {
  return indexPrograms(programTable).withSubcommands.has(program)
}

/** Known programs, by name alone. */
export function isKnownProgram(program: string): boolean {
  return findRow(program) !== undefined || hasSubcommands(program)
}

/** Whether a program or any of its listed sub-commands uses the network. */
export function isNetworkProgram(program: string): boolean {
  return indexPrograms(programTable).network.has(program)
}

/** Programs that only read and print, whatever their words are. */
export function isReadOnlyProgram(program: string): boolean {
  const row = findRow(program)
  if (row?.more.complete !== true || row.more.network === true) return false
  const { takes } = readRow(row)
  return [...takes.before, takes.many ?? "text", ...takes.after].every((kind) => /^(?:text|number|read)$/.test(kind))
}

/** The entry with exactly this name. */
export function findNamedEntry(name: string): ProgramEntry | undefined {
  const row = findRow(name)
  return row === undefined ? undefined : readRow(row)
}

export type FoundEntry =
  /** The entry, and where the words begin that it judges. */
  | { readonly kind: "entry"; readonly entry: ProgramEntry; readonly name: string; readonly from: number }
  /** The program is known, but this use of it is not. `at` is the position of the sub-command. */
  | { readonly kind: "unlisted"; readonly name: string; readonly at: number }
  /** Something before the sub-command could change what it runs. */
  | { readonly kind: "fault"; readonly why: string; readonly at: number }
  | { readonly kind: "unknown" }

/** What a rule says about the words of a command. */
export interface SpelledWords {
  /** What the rule spells out at a position. */
  readonly spelled: (at: number) => { readonly whole: boolean } | undefined
  /** Whether the rule has a star for exactly this word. */
  readonly isOpen?: ((at: number) => boolean) | undefined
}

const UNSPELLED: SpelledWords = { spelled: () => undefined }

/** What the table says about a program with these words; a word that is only known at run time is undefined. */
export function findEntry(
  program: string,
  words: readonly (string | undefined)[],
  { anyFolder = false, rule = UNSPELLED }: { readonly anyFolder?: boolean; readonly rule?: SpelledWords } = {},
): FoundEntry {
  if (!hasSubcommands(program)) {
    const row = findRow(program)
    return row === undefined ? { kind: "unknown" } : { kind: "entry", entry: readRow(row), name: program, from: 1 }
  }
  return descend(program, words, { anyFolder, rule })
}

interface Reading {
  readonly anyFolder: boolean
  readonly rule: SpelledWords
}

/** Follows sub-commands as long as the table lists them; options between them are judged like those before the first. */
function descend(program: string, words: readonly (string | undefined)[], reading: Reading): FoundEntry {
  const own = findRow(program)
  let found: Extract<FoundEntry, { kind: "entry" }> | undefined =
    own === undefined ? undefined : { kind: "entry", entry: readRow(own), name: program, from: 1 }
  let [name, from] = [program, 1]
  while (hasSubcommands(name)) {
    const at = findSubcommand(name, words, { ...reading, from })
    if (typeof at !== "number") return found ?? at
    const word = words[at]
    if (word === undefined && at < words.length) {
      return found ?? { kind: "fault", why: "its subcommand is only known at run time: write it out", at }
    }
    const next = `${name} ${word}`
    const row = word === undefined ? undefined : findRow(next)
    if (row === undefined && !hasSubcommands(next)) {
      // Options before the first operand of `aws` are its own; those after `git stash` belong to that sub-command.
      if (found !== undefined) return name === program ? { ...found, from: at } : found
      return { kind: "unlisted", name: word === undefined ? name : next, at }
    }
    ;[name, from] = [next, at + 1]
    found = row === undefined ? undefined : { kind: "entry", entry: readRow(row), name, from }
  }
  return found ?? { kind: "unlisted", name, at: from - 1 }
}

function findSubcommand(
  program: string,
  words: readonly (string | undefined)[],
  { anyFolder, rule, from }: Reading & { readonly from: number },
): number | Extract<FoundEntry, { kind: "fault" }> {
  let at = from
  while (at < words.length) {
    const text = words[at]
    if (text === undefined || !text.startsWith("-") || findRow(`${program} ${text}`) !== undefined) break
    const harmless = program === "git" ? gitGlobal(words, at, anyFolder) : toolGlobal(program, words, at)
    const taken =
      harmless === 0 && rule.spelled(at)?.whole === true ? spelledGlobal(program, words, { at, rule }) : harmless
    if (taken === 0) {
      return {
        kind: "fault",
        why: "an option before the subcommand can change what runs: put it after the subcommand",
        at,
      }
    }
    at += taken
  }
  return at
}

/**
 * How many words an option before the sub-command takes that the rule spells out. It excuses itself and its value, if
 * the rule also spells that or has a star in its place, and nothing after it.
 */
function spelledGlobal(
  program: string,
  words: readonly (string | undefined)[],
  { at, rule }: { readonly at: number; readonly rule: SpelledWords },
): number {
  const [text = "", next] = [words[at], words[at + 1]]
  if (text.includes("=")) return 1
  const isNextSpelled = rule.spelled(at + 1)?.whole === true
  if (spelledGlobals[program]?.includes(`${text}=`) === true)
    return isNextSpelled || rule.isOpen?.(at + 1) === true ? 2 : 0
  if (spelledGlobals[program]?.includes(text) === true || next === undefined || next.startsWith("-")) return 1
  return isNextSpelled && findRow(`${program} ${next}`) === undefined ? 2 : 1
}

/** How many words a harmless option before the sub-command takes; 0 if it is not harmless. */
function gitGlobal(words: readonly (string | undefined)[], at: number, anyFolder: boolean): number {
  const text = words[at] ?? ""
  if (gitGlobals.has(text)) return 1
  if (text === "-c" && isSettable(words[at + 1])) return 2
  if (anyFolder && text === "-C") return 2
  return anyFolder && /^--(?:git-dir|work-tree)=/.test(text) ? 1 : 0
}

/** `key=value` with a key that names no program, file or address. */
function isSettable(text: string | undefined): boolean {
  return text !== undefined && SETTABLE.test(text.split("=", 1)[0] ?? "")
}

function toolGlobal(program: string, words: readonly (string | undefined)[], at: number): number {
  const [name = "", value] = (words[at] ?? "").split("=", 2)
  const globals = toolGlobals[program] ?? []
  if (globals.includes(name)) return value === undefined ? 1 : 0
  if (!globals.includes(`${name}=`)) return 0
  if (value !== undefined) return 1
  return words[at + 1]?.startsWith("-") === false ? 2 : 0
}
