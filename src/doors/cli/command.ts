import type { CommonOptions } from "./common-options.ts"
import type { Io } from "./io.ts"

/** One command of the command line, as data: it drives parsing, help and completion. */
export interface Command<O extends Options = Options> {
  /** As typed, such as `list` or `migrate commands`. */
  readonly name: string
  /** One sentence. */
  readonly about: string
  /** What follows the name in the usage line. */
  readonly usage: string
  readonly examples: readonly Example[]
  readonly options: O
  readonly arguments: Arguments
  /** Gives the exit code: 0 fine, 1 the answer is no. */
  run(given: Given<O & CommonOptions>, io: Io): Promise<0 | 1>
}

export interface Example {
  readonly line: string
  readonly about: string
}

export type Options = Readonly<Record<string, Option>>

export type Option =
  | { readonly kind: "flag"; readonly about: string }
  | { readonly kind: "text" | "list"; readonly value: string; readonly about: string; readonly completes?: Completes }
  | { readonly kind: "number"; readonly value: string; readonly about: string }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly about: string }

/** What a value or argument can be completed with. */
export type Completes = "skill" | "folder" | "file"

export interface Arguments {
  readonly least: number
  readonly most: number
  /** What they are, for errors: `a skill's name`. */
  readonly what: string
  readonly completes?: Completes | readonly string[]
}

export interface Given<O extends Options> {
  readonly options: { readonly [K in keyof O]?: ValueOf<O[K]> }
  readonly arguments: readonly string[]
}

type ValueOf<T extends Option> = T extends { readonly kind: "flag" }
  ? boolean
  : T extends { readonly kind: "list" }
    ? readonly string[]
    : T extends { readonly kind: "number" }
      ? number
      : T extends { readonly kind: "choice"; readonly values: readonly (infer V)[] }
        ? V
        : string

export function defineCommand<const O extends Options>(command: Command<O>): Command<O> {
  return command
}

export const noArguments: Arguments = { least: 0, most: 0, what: "no arguments" }
