import { memoise } from "../../../../text/memoise.ts"

/**
 * What a word of a command is to its program. Only words whose kind is known are judged; any other word must be spelled
 * out by the rule.
 *
 * - text, number: printed, compared or counted, whatever it is.
 * - read: a file or directory that is only read.
 * - write: a file or directory that is written, and therefore inside the project.
 * - sibling: written as well, but it may also be a new directory beside the project.
 * - code: a file or directory whose content is run, and therefore inside the project.
 * - name: the name of something that the project defines, such as a script; never a path or an address.
 * - package: a package by its name in a registry, or `.`; never another path and never an address.
 * - address: a host or an address on the network, never a file.
 * - sent: a file whose content leaves the machine or is published: inside the project and not hidden.
 * - argument: passed to a program of the project: text, or a path inside the project.
 * - endpoint: the source or target of a copy between machines: sent or written.
 * - archive: written, unless the options say that it is only read (`reads`).
 * - nested: from here on, the words are another command.
 */
export type OperandKind =
  | "text"
  | "number"
  | "read"
  | "write"
  | "sibling"
  | "code"
  | "name"
  | "package"
  | "address"
  | "sent"
  | "argument"
  | "endpoint"
  | "archive"
  | "nested"

/**
 * What is known about a program, or one of its sub-commands. The table lists what is harmless: an option that is not
 * here may run a program or write a file, and only a rule that spells it out covers it.
 */
export interface ProgramEntry {
  /** The program, or program and sub-command as in `git log`. */
  readonly of: readonly string[]
  /** getopt: `-x` and `--long`. words: whole words such as find's `-name`. npm: one hyphen is the same as two. */
  readonly style: "getopt" | "words" | "npm"
  /** Short options without a value. */
  readonly flags: string
  /** Short options with a value, in the same word or the next. */
  readonly valued: string
  /** Short options whose value, if any, is in the same word. */
  readonly attached: string
  /** Long options (in style words: words), without their hyphens. */
  readonly long: ReadonlySet<string>
  /** Those of them whose value may be the next word. */
  readonly longValued: ReadonlySet<string>
  /** Options, with their hyphens, whose value is more than text. */
  readonly kinds: ReadonlyMap<string, string>
  /** Options that only a rule can allow, and the kind of their value if they take one. */
  readonly spelled: ReadonlyMap<string, SpelledOption>
  readonly takes: TakenOperands
  readonly more: EntryDetails
}

export interface SpelledOption {
  /** It writes a file, works in another directory, runs or loads what it names, or changes something elsewhere. */
  readonly why: "writes" | "elsewhere" | "runs" | "changes"
  readonly value?: OperandKind | undefined
}

/** The kinds of the operands in their order; operands beyond them are of no known kind. */
export interface TakenOperands {
  readonly before: readonly string[]
  /** The kind of any number of operands between the first and the last ones. */
  readonly many?: string | undefined
  readonly after: readonly string[]
}

export interface EntryDetails {
  /**
   * All options of every implementation are listed, and none of them runs or writes anything: a word that is only known
   * at run time cannot do harm here.
   */
  readonly complete?: true
  /** It uses the network: it may only receive words of the command. */
  readonly network?: true
  /** It sends its input, whatever its words are. */
  readonly sendsInput?: true
  /** It changes or runs something when named at all: the rule must spell out the sub-command. */
  readonly named?: true
  /** `-5` is a number. */
  readonly numbers?: true
  /** More operands than this change something. */
  readonly operands?: { readonly most: number; readonly why: string; readonly writes?: true }
  /** What every operand must look like; `first` for the first alone, which must be known to its end as with `whole`. */
  readonly operand?: { readonly like: RegExp; readonly why: string; readonly first?: true; readonly whole?: true }
  /** Kinds of operands and values that only this entry has, by what they look like. */
  readonly like?: Readonly<Record<string, RegExp>>
  /** Operands of the form `key=value`, as dd has them, and the kind of each value. */
  readonly keys?: Readonly<Record<string, OperandKind>>
  /** What may be nowhere in the words, one of them on each line. */
  readonly never?: { readonly text: RegExp; readonly why: string }
  /** Options that are harmless by their form, as `-Wall` and `-O2` are. */
  readonly options?: RegExp
  /** Values of options that are harmless although the option is not, as in `-o /dev/null`. */
  readonly unless?: RegExp
  /** Options with which an archive is only read. */
  readonly reads?: RegExp
  /** The first word may be options without a hyphen, as in `tar xf`. */
  readonly bundles?: true
  /** `--` does not end the options. */
  readonly dashes?: "ignored"
  /** What follows `--` are words of another program: the name of its entry. */
  readonly passes?: string
  /** Words such as `A=1` before the command that it runs are assignments. */
  readonly assigns?: true
  /** Every option of every implementation is listed, so a file name that is none of them is no option. */
  readonly listed?: true
  /** The first operand ends the options. */
  readonly stops?: true
  /** The first operand is a program in its own language. */
  readonly script?: "sed" | "awk"
}

interface Options {
  readonly flags?: string
  readonly valued?: string
  readonly attached?: string
  /** Names separated by blanks; `name=` takes a value that may be the next word. */
  readonly long?: string
  /** Options with their hyphens, by the kind of their value: an operand kind, or one of the entry's own (`like`). */
  readonly kinds?: Readonly<Record<string, string>>
  /**
   * Options with their hyphens that need a rule; `-o=` takes a value. `writes`: the value is a file that is written.
   * `elsewhere`: a directory to work in. `runs`: code, or a program. `changes`: a rule that spells the sub-command will do.
   */
  readonly writes?: string
  readonly elsewhere?: string
  readonly runs?: string
  readonly changes?: string
  /** The kinds of the operands, as in `text read*` or `read* write`. Without it, every operand needs a rule. */
  readonly takes?: string
  readonly style?: ProgramEntry["style"]
}

/** An entry as it is written in a table, for one program or several. */
export interface ProgramRow extends Pick<ProgramEntry, "of" | "more"> {
  readonly options: Options
}

export function defineProgram(of: string, options: Options = {}, more: EntryDetails = {}): ProgramRow {
  return { of: of.split("|"), options, more }
}

/** An entry for a tool, with the options that every tool has. */
export function defineToolProgram(of: string, options: Options = {}, more: EntryDetails = {}): ProgramRow {
  return defineProgram(of, { ...options, long: `help version verbose quiet ${options.long ?? ""}` }, more)
}

/** Called only for the programs of a judged command: reading all rows takes milliseconds, and most processes judge none. */
export const readRow = memoise(({ of, options, more }: ProgramRow): ProgramEntry => {
  const names = split(options.long ?? "")
  const valued = names.filter((name) => name.endsWith("=")).map((name) => name.slice(0, -1))
  return {
    of,
    style: options.style ?? "getopt",
    flags: options.flags ?? "",
    valued: options.valued ?? "",
    attached: options.attached ?? "",
    long: new Set(names.map((name) => (name.endsWith("=") ? name.slice(0, -1) : name))),
    longValued: new Set(valued),
    kinds: readKinds(options.kinds ?? {}),
    spelled: new Map([
      ...readSpelled(options.writes, "writes", "write"),
      ...readSpelled(options.elsewhere, "elsewhere", "code"),
      ...readSpelled(options.runs, "runs", "code"),
      ...readSpelled(options.changes, "changes", "text"),
    ]),
    takes: readTaken(options.takes ?? ""),
    more,
  }
})

function readKinds(kinds: NonNullable<Options["kinds"]>): ReadonlyMap<string, string> {
  return new Map(Object.entries(kinds).flatMap(([kind, names]) => split(names).map((name) => [name, kind] as const)))
}

function readSpelled(
  names: string | undefined,
  why: SpelledOption["why"],
  kind: OperandKind,
): readonly (readonly [string, SpelledOption])[] {
  return split(names ?? "").map((name) =>
    name.endsWith("=") ? ([name.slice(0, -1), { why, value: kind }] as const) : ([name, { why }] as const),
  )
}

function readTaken(text: string): TakenOperands {
  const kinds = split(text)
  const star = kinds.findIndex((kind) => kind.endsWith("*"))
  if (star === -1) return { before: kinds, after: [] }
  return { before: kinds.slice(0, star), many: kinds[star]?.slice(0, -1), after: kinds.slice(star + 1) }
}

/** The kind of each of several operands; undefined for those beyond what is known. */
export function listKinds({ before, many, after }: TakenOperands, count: number): readonly (string | undefined)[] {
  if (many === undefined) return Array.from({ length: count }, (_, at) => before[at])
  const last = Math.max(count - after.length, before.length)
  return Array.from({ length: count }, (_, at) => before[at] ?? (at >= last && at > 0 ? after[at - last] : many))
}

export function split(text: string): readonly string[] {
  return text.trim() === "" ? [] : text.trim().split(/\s+/)
}
