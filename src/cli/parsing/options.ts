export type Options = Readonly<Record<string, Option>>

export type Option =
  | { readonly kind: "flag"; readonly about: string }
  | {
      readonly kind: "text" | "list"
      readonly value: string
      readonly about: string
      readonly completes?: Completes
      /** The option it is another name for; the help names it there. */
      readonly sameAs?: string
    }
  | { readonly kind: "number"; readonly value: string; readonly about: string }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly about: string }

/** The possible completions of a value or argument. */
export type Completes = "skill" | "folder" | "file"

export interface Arguments {
  readonly least: number
  readonly most: number
  /** What they are, for errors: `a skill's name`. */
  readonly what: string
  readonly completes?: Completes | readonly string[]
}

export interface GivenWords<O extends Options> {
  readonly options: { readonly [K in keyof O]?: OptionValue<O[K]> }
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
