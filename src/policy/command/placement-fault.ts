import { readsCode, takesCode } from "./takes-code.ts"
import { findEntry, onlyReads } from "./options/programs/find-entry.ts"
import { programOf } from "./options/programs/runners.ts"

/** A word of a simple command that holds a value. */
export interface PlacedWord {
  /** The words of the command with marks in place of values. */
  readonly words: readonly string[]
  readonly at: number
  /** What the word begins with once the value is in: undefined where the value does not come first. */
  readonly begins: string | undefined
}

/**
 * Why a value may not be in a word, the same for arguments and for what gates are filled with:
 * 1. A value names no program.
 * 2. A value is not in a word that its program runs as code or evaluates.
 * 3. A value begins no option: it may begin with a hyphen only after `--`, and only where that ends the options.
 */
export function placementFault({ words, at, begins }: PlacedWord): string | undefined {
  if (at === 0) return "a value would name the program"
  if (takesCode(words, at)) return "an argument is where the program would run it as code"
  if (begins?.startsWith("-") !== true || isBehindDashes(words, at)) return undefined
  return "an argument that begins with a hyphen would be an option"
}

/** Why no value may be in a command line at all: one of its programs makes words or code of what it reads. */
export function inputFault(commands: readonly (readonly string[])[]): string | undefined {
  return commands.some((words) => readsCode(words) || words.some((word) => ADDERS.test(programOf(word))))
    ? "one of its programs runs what it reads, and an argument may be in that"
    : undefined
}

const ADDERS = /^(?:g?xargs|parallel|sem|entr)$/

/** `echo` has no options that matter; others must be known to stop at `--`, and not to hand on what follows. */
function isBehindDashes(words: readonly string[], at: number): boolean {
  const program = programOf(words[0] ?? "")
  if (program === "echo" || (program === "printf" && at > 1)) return true
  if (!words.slice(1, at).includes("--")) return false
  if (onlyReads(program)) return true
  const found = findEntry(program, words, false)
  return found.kind === "entry" && found.entry.more.dashes !== "ignored" && found.entry.more.passes !== true
}
