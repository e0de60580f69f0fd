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
  /** The beginning of the body, if the frontmatter has no description. */
  readonly opening?: string | undefined
}

/**
 * How agents read this file, if that differs from our own reading. Most frontmatter is plain, and all dialects read it
 * alike: one quick check is enough.
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

/** One line for each field, and each value is text that begins with a letter and has no special YAML characters. */
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

/** Printable ASCII without `:` and `#`, and without three dashes, which may end the frontmatter. */
const PLAIN_LINE = /^([a-z][a-z_-]*): ((?!.*---)[A-Za-z](?:[ -"$-9;-~]*[!"$-9;-~])?)$/
const NOT_TEXT = /^(?:true|false|null)$/i
