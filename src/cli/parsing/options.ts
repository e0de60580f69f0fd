export type Options = Readonly<Record<string, Option>>

export type Option =
  | { readonly kind: "flag"; readonly about: string }
  | {
      readonly kind: "text" | "list"
      readonly value: string
      readonly about: string
      readonly completes?: Completes
      /** An empty path means that there is none. Otherwise an empty path is a mistake. */
      readonly mayBeEmpty?: true
    }
  | { readonly kind: "number"; readonly value: string; readonly about: string }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly about: string }
  | OptionAlias

/** An earlier name of an option: it is read as that option, and neither help nor completion shows it. */
export interface OptionAlias {
  readonly kind: "alias"
  readonly sameAs: string
}

/** The possible completions of a value or argument. */
export type Completes = "skill" | "folder" | "file"

export interface Arguments {
  readonly least: number
  readonly most: number
  /** What they are, for errors: `a skill's name`. */
  readonly what: string
  /** The command itself says what is wrong with an empty one. */
  readonly mayBeEmpty?: true
  readonly completes?: Completes | readonly string[]
}

export interface GivenWords<O extends Options> {
  readonly options: {
    readonly [K in keyof O as O[K] extends OptionAlias ? never : K]?: OptionValue<O[K]>
  }
  readonly arguments: readonly string[]
}

type OptionValue<T extends Option> = T extends { readonly kind: "flag" }
  ? boolean
  : T extends { readonly kind: "list" }
    ? readonly string[]
    : T extends { readonly kind: "number" }
      ? number
      : T extends { readonly kind: "choice"; readonly values: readonly (infer V)[] }
        ? V
        : string

export const noArguments: Arguments = { least: 0, most: 0, what: "no arguments" }

interface FoundOption {
  readonly name: string
  readonly option: Exclude<Option, OptionAlias> | undefined
}

/** The option of this name, or the one that now has another name. */
export function findOption(known: Options, name: string): FoundOption {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  return option?.kind === "alias" ? findOption(known, option.sameAs) : { name, option }
}
