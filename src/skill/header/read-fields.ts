import type { FileProblem } from "../../problem/problem.ts"
import { skillProblem } from "../problems.ts"
import { fieldBySpelling, type HeaderField, type SkillHeader, type YamlMap, type YamlValue } from "./schema/fields.ts"
import { readValue, type ValueReading } from "./read-value.ts"
import type { HeaderEntry, ReadBlock } from "./read-header-block.ts"

export interface ReadFields {
  readonly header: SkillHeader
  /** Unknown fields, kept unchanged. */
  readonly unknown: YamlMap
  /** Fields not under their canonical key: canonical key → key as written. */
  readonly spelled: Readonly<Record<string, string>>
  /** Fields whose value was converted to text, by canonical key. */
  readonly coerced: readonly string[]
  readonly problems: readonly FileProblem[]
}

/** Interprets each entry by the table of fields. */
export function readFields(block: ReadBlock): ReadFields {
  const header: Record<string, unknown> = {}
  const unknown: Record<string, YamlValue> = Object.create(null)
  const spelled: Record<string, string> = {}
  const coerced: string[] = []
  const problems: FileProblem[] = []
  const seen = new Map<HeaderField, HeaderEntry>()
  for (const entry of block.entries) {
    const field = fieldBySpelling.get(entry.key)
    if (field === undefined) {
      unknown[entry.key] = entry.value
      continue
    }
    const earlier = seen.get(field)
    if (earlier !== undefined && isDifferent(earlier.value, entry.value))
      problems.push(twoSpellings(block, entry.key, earlier.key))
    if (earlier !== undefined && entry.key !== field.key) continue
    seen.set(field, entry)
    if (entry.key !== field.key) spelled[field.key] = entry.key
    else delete spelled[field.key]
    const reading = readValue(field, entry.value, () => block.locate(entry.key).text)
    if (reading.value === undefined) delete header[field.property]
    else header[field.property] = reading.value
    if (reading.coerced === true) coerced.push(field.key)
    // A host may know events that we do not, and an audit must see them.
    if (field.kind === "hooks" && reading.wrong !== undefined) unknown[field.key] = entry.value
    if (reading.wrong !== undefined) problems.push(badValue(block, entry.key, { field, reading }))
    for (const wrong of reading.others ?? []) {
      problems.push(badValue(block, entry.key, { field, reading: { ...reading, wrong } }))
    }
  }
  return { header, unknown, spelled, coerced, problems }
}

function isDifferent(one: YamlValue, other: YamlValue): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

function twoSpellings(block: ReadBlock, key: string, other: string): FileProblem {
  const { line } = block.locate(key)
  const message = `${other} and ${key} are the same field with different values`
  return skillProblem("header.two-spellings", { line, column: 1 }, { message, fix: `keep one of ${other} and ${key}` })
}

function badValue(
  block: ReadBlock,
  key: string,
  bad: { readonly field: HeaderField; readonly reading: ValueReading },
): FileProblem {
  const { line, column } = block.locate(key)
  const { wrong, fix, value } = bad.reading
  const code =
    bad.field.kind === "hooks" ? "header.bad-hooks" : value === undefined ? "header.bad-value" : "header.not-text"
  return skillProblem(
    code,
    { line, column },
    { message: `${key} ${wrong}`, ...(fix === undefined ? {} : { fix: `${key}: ${fix}` }) },
  )
}
