import type { Option, Options } from "../parsing/options.ts"

/** What was typed so far, sound or not. */
export interface Typed {
  readonly options: TypedOptions
  /** How many arguments there are. */
  readonly count: number
  /** The option whose value comes next. */
  readonly waiting?: Option
  /** `--` was typed: no options follow. */
  readonly ended: boolean
}

export type TypedOptions = Readonly<Record<string, true | string | readonly string[]>>

/** Reads the words of an unfinished command line. Unlike `parseWords` it refuses nothing: what is wrong is skipped. */
export function readTyped(known: Options, words: readonly string[]): Typed {
  const options: Record<string, true | string | readonly string[]> = {}
  let count = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--") return { options, count: count + words.length - at - 1, ended: true }
    const match = /^--?([^=]+)(?:=(.*))?$/su.exec(word)
    if (match === null) {
      count++
      continue
    }
    const [, name = "", inline] = match
    const option = Object.hasOwn(known, name) ? known[name] : undefined
    if (option === undefined) continue
    if (option.kind === "flag") {
      options[name] = true
      continue
    }
    const value = inline ?? words[++at]
    if (value === undefined) return { options, count, waiting: option, ended: false }
    if (option.kind === "list") options[name] = [...((options[name] as readonly string[] | undefined) ?? []), value]
    else if (option.kind !== "choice" || option.values.includes(value)) options[name] = value
  }
  return { options, count, ended: false }
}
