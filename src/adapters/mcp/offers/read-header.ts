import { cleanValue } from "../../../skill/header/clean-value.ts"
import type { SkillHeader, YamlMap, YamlValue } from "../../../skill/header/schema/fields.ts"
import { type HeaderEntry, MAX_KEYS } from "../../../skill/header/read-block.ts"
import { readFields } from "../../../skill/header/read-fields.ts"
import type { FileProblem } from "../../../problem/problem.ts"
import { problem } from "../../../skill/problems.ts"
import { plainLine, plainText } from "./plain-text.ts"

export interface RemoteHeader {
  readonly header: SkillHeader
  readonly problems: readonly FileProblem[]
}

/**
 * A header that came as JSON. It goes by the name we gave it, and has no other: neither its own nor its aliases can
 * replace a skill of the user's. Its words are made plain; what of it takes effect is up to the source's trust.
 */
export function readHeader(
  said: Readonly<Record<string, unknown>>,
  as: { readonly name: string; readonly longest: number },
): RemoteHeader {
  const problems: FileProblem[] = []
  const entries: HeaderEntry[] = []
  for (const [key, value] of Object.entries(said).slice(0, MAX_KEYS)) {
    const cleaned = cleanValue(value, key)
    if (cleaned.value !== undefined) entries.push({ key, value: plainValue(cleaned.value) })
    if (cleaned.wrong !== undefined) problems.push(refused(cleaned.wrong))
  }
  const locate = (key: string) => ({ line: 1, column: 1, text: textOf(entries, key) })
  const fields = readFields({ entries, problems: [], edits: [], locate })
  const { aliases: _aliases, ...header } = fields.header
  const shown = Object.entries(header).map(([property, value]) => [property, shownValue(property, value, as.longest)])
  return { header: { ...Object.fromEntries(shown), name: as.name }, problems: [...problems, ...fields.problems] }
}

function plainValue(value: YamlValue): YamlValue {
  if (typeof value === "string") return plainText(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return (value as readonly YamlValue[]).map(plainValue)
  const plain: Record<string, YamlValue> = Object.create(null)
  for (const [key, item] of Object.entries(value as YamlMap)) plain[plainText(key)] = plainValue(item)
  return plain
}

/** Texts and argument names are shown to models; rules and globs are compared, so they stay as they are. */
function shownValue(property: string, value: unknown, longest: number): unknown {
  if (typeof value === "string") return plainLine(value, longest)
  if (property === "arguments" && Array.isArray(value)) return value.map((word) => plainLine(String(word), longest))
  return value
}

function textOf(entries: readonly HeaderEntry[], key: string): string {
  const value = entries.find((entry) => entry.key === key)?.value
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "")
}

function refused(what: "depth" | "reserved"): FileProblem {
  return what === "depth"
    ? problem(
        "header.too-deep",
        {},
        { message: "a field nested more than 32 deep was left out", fix: "keep the frontmatter flat" },
      )
    : problem(
        "header.reserved-key",
        {},
        { message: "a key that is reserved in JavaScript was left out", fix: "rename the key" },
      )
}
