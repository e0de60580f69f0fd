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
  const reading = { cursor: openCursor(text), lines: new Map<string, number>() }
  try {
    const value = readValue(reading, [])
    if (reading.cursor.peek() !== undefined) throw reading.cursor.stop("there is more text after the end of the JSON")
    return { value, findLine: (way) => findNearestLine(reading.lines, way) }
  } catch (error) {
    if (error instanceof Stop) return error.fault
    throw error
  }
}

type Way = readonly (string | number)[]

interface Reading {
  readonly cursor: Cursor
  readonly lines: Map<string, number>
}

function readValue(reading: Reading, way: Way): unknown {
  const { cursor, lines } = reading
  const next = cursor.peek()
  lines.set(JSON.stringify(way), cursor.line())
  if (way.length > MOST_DEPTH) throw cursor.stop(`it is nested more than ${MOST_DEPTH} levels deep`)
  if (next === "{") return readObject(reading, way)
  if (next === "[") return readList(reading, way)
  const token = cursor.take(STRING) ?? cursor.take(NUMBER) ?? cursor.take(WORD)
  if (token === undefined) throw cursor.stop(next === undefined ? "it ends too early" : "a value is expected here")
  return JSON.parse(token)
}

function readObject(reading: Reading, way: Way): unknown {
  const { cursor } = reading
  const entries = new Map<string, unknown>()
  for (let nth = 0; !closes(cursor, "}", nth); nth++) {
    const fault = cursor.stop("a key in double quotes is expected here")
    const key = cursor.take(STRING)
    if (key === undefined) throw fault
    const name = JSON.parse(key) as string
    if (entries.has(name)) throw fault.change("duplicate", `the key ${key} occurs twice`)
    if (cursor.peek() !== ":") throw cursor.stop("a colon is expected here")
    cursor.skip()
    entries.set(name, readValue(reading, [...way, name]))
  }
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as unknown
}

function readList(reading: Reading, way: Way): readonly unknown[] {
  const values: unknown[] = []
  while (!closes(reading.cursor, "]", values.length)) values.push(readValue(reading, [...way, values.length]))
  return values
}

/** Whether the list or object ends here; if not, what is before its next entry is read. */
function closes(cursor: Cursor, end: string, nth: number): boolean {
  if (nth === 0) cursor.skip()
  const next = cursor.peek()
  if (next === end) {
    cursor.skip()
    return true
  }
  if (nth === 0) return false
  if (next === undefined) throw cursor.stop("it ends too early")
  if (next !== ",") throw cursor.stop(`a comma or ${end} is expected here`)
  cursor.skip()
  cursor.peek()
  return false
}

interface Cursor {
  /** The next character after spaces. */
  peek(): string | undefined
  skip(): void
  take(pattern: RegExp): string | undefined
  line(): number
  stop(message: string): Stop
}

function openCursor(text: string): Cursor {
  let at = 0
  let line = 1
  let counted = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const countLine = () => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
  return {
    take,
    line: countLine,
    peek() {
      take(SPACE)
      return text[at]
    },
    skip: () => void at++,
    stop(message) {
      const column = at - (at === 0 ? -1 : text.lastIndexOf("\n", at - 1))
      return new Stop({ kind: "syntax", message, line: countLine(), column })
    },
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

  /** At the same place, but for another reason. */
  change(kind: JsonFault["kind"], message: string): Stop {
    return new Stop({ ...this.fault, kind, message })
  }
}
