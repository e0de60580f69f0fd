import type { PlainPart } from "../skill/body/template.ts"
import { valueOf, type Values } from "./values.ts"

export type PlacedCommand =
  | { readonly command: string; readonly tookArguments: boolean }
  /** Why a value cannot stand where it was to stand. */
  | { readonly wrong: string }

/** A place in a command: outside quotes, inside one of the two kinds, or where no value can be put safely. */
type Context = "plain" | "single" | "double" | "nowhere"

/**
 * A command with its placeholders filled in. Each value becomes exactly one word, or a part of one, whatever it
 * holds: it is quoted for the place it stands in. Where that cannot be done, nothing is.
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
    if (context === "nowhere") return { wrong: `${part.source} stands where a value cannot be put safely` }
    command += quotedFor(context, text)
  }
  return { command: command.trim(), tookArguments }
}

function quotedFor(context: Exclude<Context, "nowhere">, text: string): string {
  switch (context) {
    case "plain":
      // Nothing at all is no word; anything safe needs no quotes and can be read more easily.
      return text === "" || /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
    case "single":
      return text.replaceAll("'", "'\\''")
    case "double":
      return text.replace(/[\\"$`]/g, "\\$&")
  }
}

/** Where the end of a beginning of a command stands. Anything but plain words and quotes is nowhere. */
function contextAt(before: string): Context {
  let context: Context = "plain"
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? ""
    if (context === "single") {
      if (character === "'") context = "plain"
      continue
    }
    if (character === "\\") {
      at++
      if (at >= before.length) return "nowhere"
      continue
    }
    if (
      character === "`" ||
      (character === "$" && /[({'"]/.test(before[at + 1] ?? "") && !(context === "double" && before[at + 1] === '"'))
    )
      return "nowhere"
    if (context === "double") {
      if (character === '"') context = "plain"
      continue
    }
    // A here-document is not a word; arithmetic and [[ evaluate what they are given.
    if (/^(<<|\(\(|\[\[)/.test(before.slice(at, at + 2))) return "nowhere"
    if (character === "#" && (at === 0 || /\s/.test(before[at - 1] ?? ""))) return "nowhere"
    if (character === "'") context = "single"
    else if (character === '"') context = "double"
  }
  return /[$\\]$/.test(before) ? "nowhere" : context
}
