import type { PlainPart } from "../skill/body/template.ts"
import { findQuoteContext, quoteValue } from "../shell/judge/quote-context.ts"

/** The values of placeholders in one rendering. */
export interface Values {
  /** As typed. */
  readonly raw: string
  readonly words: readonly string[]
  readonly names: readonly string[]
  /** The number of the first argument. */
  readonly base: 0 | 1
  /** Variables by name, without their prefix. A variable that does not exist stays as written. */
  readonly variables: Readonly<Record<string, string>>
}

export interface Filled {
  readonly text: string
  /** It came from the person or model that invoked the skill, not from the skill's own text. */
  readonly isInserted: boolean
  /** This is one of the arguments. */
  readonly tookArguments: boolean
}

/** The value of one placeholder. A placeholder without a value stays as written. */
export function fillPlaceholder(part: PlainPart, values: Values): Filled {
  switch (part.kind) {
    case "text":
      return { text: part.source, isInserted: false, tookArguments: false }
    case "arguments":
      return { text: values.raw, isInserted: true, tookArguments: true }
    case "numbered":
      return argument(values.words[part.number - (part.isIndex ? 0 : values.base)], part.source)
    case "named":
      return argument(values.words[values.names.indexOf(part.name)] ?? "", part.source)
    case "variable": {
      const value = values.variables[part.name]
      return value === undefined
        ? { text: part.source, isInserted: false, tookArguments: false }
        : { text: value, isInserted: true, tookArguments: false }
    }
  }
}

function argument(value: string | undefined, source: string): Filled {
  if (value === undefined) return { text: source, isInserted: false, tookArguments: false }
  return { text: value, isInserted: true, tookArguments: true }
}

export type CompletedCommand =
  | { readonly command: string; readonly tookArguments: boolean }
  /** Why a value cannot be inserted there. */
  | { readonly wrong: string }

/**
 * A command with its placeholders filled in. Each value becomes exactly one word or a part of one, whatever it
 * contains: it is quoted for its position. If that is impossible, nothing is inserted.
 */
export function fillCommandParts(parts: readonly PlainPart[], values: Values): CompletedCommand {
  let command = ""
  let tookArguments = false
  for (const part of parts) {
    const { text, isInserted, tookArguments: took } = fillPlaceholder(part, values)
    tookArguments ||= took
    if (!isInserted) {
      command += text
      continue
    }
    if (text.includes("\0")) return { wrong: `${part.source} contains a NUL byte` }
    const context = findQuoteContext(command)
    if (context === "nowhere") return { wrong: `${part.source} is in a place where a value cannot be inserted safely` }
    command += quoteValue(context, text)
  }
  return { command: command.trim(), tookArguments }
}
