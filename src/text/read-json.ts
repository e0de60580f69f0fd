/** Where a text stops being JSON, or says something twice. Lines and columns are from 1. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly kind: "syntax" | "duplicate"
  readonly message: string
}

export interface LocatedJson {
  readonly value: unknown
  /** The line of a value, by the keys and positions that lead to it. */
  findLine(way: readonly (string | number)[]): number
}

const MOST_DEPTH = 100
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const SPACE = /[ \t\r\n]*/y

/**
 * Reads JSON and keeps the line of every value. A key that occurs twice is a fault, because `JSON.parse` would silently
 * drop one of the two.
 */
export function readJson(text: string): LocatedJson | JsonFault {
  const lines = new Map<string, number>()
  let at = 0
  let line = 1
  let counted = 0
  try {
    const value = readValue([])
    skipSpace()
    if (at < text.length) throw stop("there is more text after the end of the JSON")
    return { value, findLine: (way) => findNearestLine(lines, way) }
  } catch (error) {
    if (error instanceof Stop) return error.fault
    throw error
  }

  function readValue(way: readonly (string | number)[]): unknown {
    skipSpace()
    lines.set(JSON.stringify(way), countLine())
    if (way.length > MOST_DEPTH) throw stop(`it is nested more than ${MOST_DEPTH} levels deep`)
    const next = text[at]
    if (next === "{") return readObject(way)
    if (next === "[") return readList(way)
    const token = take(STRING) ?? take(NUMBER) ?? take(WORD)
    if (token === undefined) throw stop(next === undefined ? "it ends too early" : "a value is expected here")
    return JSON.parse(token)
  }

  function readObject(way: readonly (string | number)[]): unknown {
    const entries = new Map<string, unknown>()
    at++
    for (let isFirst = true; !closes("}", isFirst); isFirst = false) {
      const begin = at
      const key = take(STRING)
      if (key === undefined) throw stop("a key in double quotes is expected here")
      const name = JSON.parse(key) as string
      if (entries.has(name)) {
        at = begin
        throw stop(`the key ${key} occurs twice`, "duplicate")
      }
      skipSpace()
      if (text[at] !== ":") throw stop("a colon is expected here")
      at++
      entries.set(name, readValue([...way, name]))
    }
    return Object.assign(Object.create(null), Object.fromEntries(entries)) as unknown
  }

  function readList(way: readonly (string | number)[]): readonly unknown[] {
    const values: unknown[] = []
    at++
    for (let isFirst = true; !closes("]", isFirst); isFirst = false) values.push(readValue([...way, values.length]))
    return values
  }

  /** Whether the list or object ends here; if not, the comma before the next entry is read. */
  function closes(end: string, isFirst: boolean): boolean {
    skipSpace()
    if (text[at] === end) return at++ >= 0
    if (isFirst) return false
    if (at >= text.length) throw stop("it ends too early")
    if (text[at] !== ",") throw stop(`a comma or ${end} is expected here`)
    at++
    skipSpace()
    return false
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function skipSpace(): void {
    take(SPACE)
  }

  function stop(message: string, kind: JsonFault["kind"] = "syntax"): Stop {
    const column = at - (at === 0 ? -1 : text.lastIndexOf("\n", at - 1))
    return new Stop({ kind, message, line: countLine(), column })
  }

  function countLine(): number {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
}

/** The line of the value, or of the nearest one around it. */
function findNearestLine(lines: ReadonlyMap<string, number>, way: readonly (string | number)[]): number {
  for (let length = way.length; length >= 0; length--) {
    const line = lines.get(JSON.stringify(way.slice(0, length)))
    if (line !== undefined) return line
  }
  return 1
}

class Stop extends Error {
  readonly fault: JsonFault

  constructor(fault: JsonFault) {
    super(fault.message)
    this.fault = fault
  }
}
