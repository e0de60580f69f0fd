import { isMap } from "../../text/is-map.ts"

export interface OpenDocument {
  readonly uri: string
  readonly version: number
  readonly text: string
}

export interface OpenDocuments {
  find(uri: string): OpenDocument | undefined
  open(document: unknown): OpenDocument | undefined
  /** The document after the changes; undefined if they are late, about no open document, or not understood. */
  change(params: unknown): OpenDocument | undefined
  close(uri: string): void
}

/**
 * The texts that are open in an editor. A change with a version that is not newer than the one that is known came out of
 * order and is ignored; places outside a text mean its nearest end.
 */
export function openDocuments(): OpenDocuments {
  const documents = new Map<string, OpenDocument>()
  const keep = (document: OpenDocument) => {
    documents.set(document.uri, document)
    return document
  }
  return {
    find: (uri) => documents.get(uri),
    open(given) {
      if (!isMap(given)) return undefined
      const { uri, version, text } = given
      if (typeof uri !== "string" || typeof text !== "string") return undefined
      return keep({ uri, version: typeof version === "number" ? version : 0, text })
    },
    change(params) {
      const { textDocument, contentChanges } = isMap(params) ? params : {}
      if (!isMap(textDocument) || !Array.isArray(contentChanges)) return undefined
      const { uri, version } = textDocument
      const before = typeof uri === "string" ? documents.get(uri) : undefined
      if (before === undefined || typeof version !== "number" || version <= before.version) return undefined
      const text = contentChanges.reduce<string | undefined>(applyChange, before.text)
      return text === undefined ? undefined : keep({ uri: before.uri, version, text })
    },
    close: (uri) => void documents.delete(uri),
  }
}

function applyChange(before: string | undefined, change: unknown): string | undefined {
  if (before === undefined || !isMap(change) || typeof change["text"] !== "string") return undefined
  if (change["range"] === undefined) return change["text"]
  const range = change["range"]
  if (!isMap(range)) return undefined
  const start = findOffset(before, range["start"])
  const end = findOffset(before, range["end"])
  if (start === undefined || end === undefined) return undefined
  return before.slice(0, Math.min(start, end)) + change["text"] + before.slice(Math.max(start, end))
}

function findOffset(text: string, position: unknown): number | undefined {
  const place = readPosition(position)
  if (place === undefined) return undefined
  let at = 0
  for (let line = 0; line < place.line; line++) {
    const next = /\r\n|\n|\r/g
    next.lastIndex = at
    const found = next.exec(text)
    if (found === null) return text.length
    at = found.index + found[0].length
  }
  const rest = /\r\n|\n|\r/g
  rest.lastIndex = at
  return Math.min(at + place.character, rest.exec(text)?.index ?? text.length)
}

/** A position as the protocol has it; undefined if it is none. */
export function readPosition(given: unknown): { readonly line: number; readonly character: number } | undefined {
  if (!isMap(given)) return undefined
  const { line, character } = given
  const isSound = (number: unknown) => typeof number === "number" && Number.isSafeInteger(number) && number >= 0
  return isSound(line) && isSound(character) ? { line: line as number, character: character as number } : undefined
}
