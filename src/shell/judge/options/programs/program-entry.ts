import { memoise } from "../../../../text/memoise.ts"

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
  /** Options that write a file and do nothing else. */
  readonly writes: ReadonlySet<string>
  /** Options that work in another directory and do nothing else. */
  readonly elsewhere: ReadonlySet<string>
  readonly more: EntryDetails
}

export interface EntryDetails {
  /** Every option is harmless. */
  readonly any?: true
  /** A word that could become an option is refused, although every option is harmless. */
  readonly guarded?: true
  /** `-5` is a number. */
  readonly numbers?: true
  /** More operands than this change something. */
  readonly operands?: { readonly most: number; readonly why: string; readonly writes?: true }
  /** What every operand must look like; `first` for the first alone, which must be known to its end as with `whole`. */
  readonly operand?: { readonly like: RegExp; readonly why: string; readonly first?: true; readonly whole?: true }
  /** What may be nowhere in the words, one of them on each line. */
  readonly never?: { readonly text: RegExp; readonly why: string }
  /** Options that are harmless by their form, as `-Wall` and `-O2` are. */
  readonly options?: RegExp
  /** Values of options that are harmless although the option is not, as in `-o /dev/null`. */
  readonly unless?: RegExp
  /** The first word may be options without a hyphen, as in `tar xf`. */
  readonly bundles?: true
  /** `--` does not end the options. */
  readonly dashes?: "ignored"
  /** What follows `--` is for another program, which the rule trusts. */
  readonly passes?: true
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
  readonly writes?: string
  readonly elsewhere?: string
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
export function defineTool(of: string, options: Options = {}, more: EntryDetails = {}): ProgramRow {
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
    writes: new Set(split(options.writes ?? "")),
    elsewhere: new Set(split(options.elsewhere ?? "")),
    more,
  }
})

export function split(text: string): readonly string[] {
  return text.trim() === "" ? [] : text.trim().split(/\s+/)
}
