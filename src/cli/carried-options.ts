import path from "node:path"
import { quoteForShell } from "../text/quote-for-shell.ts"

/** What a printed command must repeat, so that it means the same when it is copied from where the reader is. */
export interface CarriedOptions {
  /** Such as `--cwd ../shop --host claude`. */
  readonly always: string
  /** Which other directories have skills; only for commands that look at skills. */
  readonly folders: string
  /** The command that these words begin with. */
  readonly nameCommand?: (words: readonly string[]) => string | undefined
}

const NOTHING: CarriedOptions = { always: "", folders: "" }

/** Reads from a command line what the commands printed for it must repeat. */
export function readCarriedOptions(words: readonly string[], cwd: string): CarriedOptions {
  const end = words.indexOf("--")
  const given = (end === -1 ? words : words.slice(0, end)).flatMap((word, at, all) => readOption(word, all[at + 1]))
  const last = (name: string) => given.findLast((one) => one.name === name)
  const directory = last("cwd")
  const isElsewhere = directory !== undefined && path.resolve(cwd, directory.value) !== cwd
  const always = [isElsewhere ? directory : undefined, last("host"), withoutPassword(last("database"))].flatMap(
    (one) => (one === undefined || isForAll(one) ? [] : [one]),
  )
  const folders = given.filter(({ name }) => name !== "cwd" && name !== "host" && name !== "database")
  return given.length === 0 ? NOTHING : { always: write(always), folders: write(folders) }
}

/** Only `list` is for all agents at once. */
function isForAll({ name, value }: GivenOption): boolean {
  return name === "host" && value === "all"
}

/** What is printed may be read by others, so an address with a password is not repeated. */
function withoutPassword(option: GivenOption | undefined): GivenOption | undefined {
  return option !== undefined && /:\/\/[^/@]*:[^/@]*@|pass/i.test(option.value) ? undefined : option
}

interface GivenOption {
  readonly name: string
  readonly value: string
}

function readOption(word: string, next: string | undefined): readonly GivenOption[] {
  const [, name, inline] = /^--(host|cwd|database|add-dir|skills-dir|plugin-dir)(?:=(.*))?$/s.exec(word) ?? []
  const value = inline ?? next
  return name === undefined || value === undefined ? [] : [{ name, value }]
}

function write(options: readonly GivenOption[]): string {
  return options.map(({ name, value }) => `--${name} ${quoteForShell(value)}`).join(" ")
}
