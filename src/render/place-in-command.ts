import { contextAt, quotedFor } from "../policy/command/value/quote-context.ts"
import type { PlainPart } from "../skill/body/template.ts"
import { valueOf, type Values } from "./values.ts"

export type PlacedCommand =
  | { readonly command: string; readonly tookArguments: boolean }
  /** Why a value cannot be put there. */
  | { readonly wrong: string }

/**
 * A command with its placeholders filled in. Each value becomes exactly one word, or a part of one, whatever it
 * holds: it is quoted for its place. Where that cannot be done, nothing is.
 */
export function placeInCommand(parts: readonly PlainPart[], values: Values): PlacedCommand {
  let command = ""
  let tookArguments = false
  for (const part of parts) {
    const { text, isInserted, tookArguments: took } = valueOf(part, values)
    tookArguments ||= took
    if (!isInserted) {
      command += text
      continue
    }
    if (text.includes("\0")) return { wrong: `${part.source} holds a NUL byte` }
    const context = contextAt(command)
    if (context === "nowhere") return { wrong: `${part.source} is where a value cannot be put safely` }
    command += quotedFor(context, text)
  }
  return { command: command.trim(), tookArguments }
}
