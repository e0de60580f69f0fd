import type { Dialect, DialectReading, DialectReadings } from "./dialect.ts"
import { readFrontMatter } from "./front-matter.ts"
import { readLineByLine } from "./line-by-line.ts"
import { readQuotedYaml } from "./quoted-yaml.ts"
import { readStrictYaml } from "./strict-yaml.ts"

const readers: Readonly<Record<Dialect, (text: string) => DialectReading>> = {
  "strict-yaml": readStrictYaml,
  "front-matter": readFrontMatter,
  "line-by-line": readLineByLine,
  "quoted-yaml": readQuotedYaml,
}

export interface OwnReading {
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** How the body begins, where the header gives no description. */
  readonly opening?: string | undefined
}

/**
 * How agents read this file, where they differ from our own reading of it. Most headers are plain, and every dialect
 * reads those alike: they cost one look.
 */
export function readDialects(text: string, own: OwnReading): DialectReadings | undefined {
  if (isPlain(text) && own.name !== undefined && own.description !== undefined) return undefined
  const readings: Partial<Record<Dialect, DialectReading>> = {}
  for (const dialect of Object.keys(readers) as Dialect[]) {
    const reading = readers[dialect](text)
    if (!isSame(reading, own)) readings[dialect] = reading
  }
  return Object.keys(readings).length === 0 ? undefined : readings
}

function isSame(reading: DialectReading, own: OwnReading): boolean {
  if (reading.dropped !== undefined || reading.isHeadless === true) return false
  const { name, description, opening = own.opening } = reading
  return name === own.name && description === own.description && opening === own.opening
}

/** One line for each field, and each value text that begins with a letter and holds nothing YAML gives a meaning to. */
function isPlain(text: string): boolean {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1
  if (end <= 3) return false
  const keys = new Set<string>()
  for (const line of text.slice(4, end).split("\n")) {
    const [, key, value = ""] = PLAIN_LINE.exec(line) ?? []
    if (key === undefined || keys.has(key) || NOT_TEXT.test(value)) return false
    keys.add(key)
  }
  return true
}

/** Printable ASCII without `:` and `#`, and without three dashes, which may end a header. */
const PLAIN_LINE = /^([a-z][a-z_-]*): ((?!.*---)[A-Za-z](?:[ -"$-9;-~]*[!"$-9;-~])?)$/
const NOT_TEXT = /^(?:true|false|null)$/i
