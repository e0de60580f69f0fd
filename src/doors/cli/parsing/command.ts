import type { CommonOptions } from "./common-options.ts"
import type { Io } from "../io.ts"
import type { Arguments, Given, Options } from "./options.ts"
import { parseWords } from "./parse.ts"

/** What a command's own file says about it. Its name and its sentence are in `commands.ts`, which is read without it. */
interface CommandSpec<O extends Options = Options> {
  /** What the help says after the sentence. */
  readonly more?: string
  /** What follows the name in the usage line. */
  readonly usage: string
  readonly examples: readonly Example[]
  readonly options: O
  readonly arguments: Arguments
  /** Gives the exit code: 0 fine, 1 the answer is no. */
  run(given: Given<O & CommonOptions>, io: Io): Promise<0 | 1>
}

/** One command of the command line, as data: it drives parsing, help and completion. */
export interface Command extends Omit<CommandSpec, "run"> {
  /** Reads the words after the command's name and runs it. */
  run(words: readonly string[], called: { readonly name: string; readonly io: Io }): Promise<0 | 1>
}

export interface Example {
  readonly line: string
  readonly about: string
}

export function defineCommand<const O extends Options>(spec: CommandSpec<O>): Command {
  return { ...spec, run: (words, { name, io }) => spec.run(parseWords({ ...spec, name }, words), io) }
}
