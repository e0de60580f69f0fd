import { EFFORT_LEVELS, fieldBySpelling, type HeaderField, headerFields } from "../../skill/header/schema/fields.ts"
import { knownTools } from "../../skill/known-tools.ts"
import { describeField, nameAgents } from "./describe-field.ts"
import { locateInHeader, type TextPosition } from "./header-cursor.ts"

/** One thing that could be written at a place. */
export interface Completion {
  readonly label: string
  readonly kind: "field" | "value"
  /** What replaces the word that was begun. */
  readonly insert: string
  /** Where that word begins, on the same line. */
  readonly from: number
  readonly detail: string
  /** Markdown. */
  readonly about?: string | undefined
}

/** What could be written in frontmatter at a place: fields that are missing, their values, and names of tools. */
export function completeHeader(text: string, position: TextPosition): readonly Completion[] {
  const cursor = locateInHeader(text, position)
  if (cursor === undefined) return []
  if (cursor.at === "key") return completeFields(cursor.present, cursor.from)
  return cursor.field === undefined ? [] : completeValues(cursor.field, cursor.from)
}

function completeFields(present: readonly string[], from: number): readonly Completion[] {
  const written = new Set(present.map((key) => fieldBySpelling.get(key)?.key ?? key))
  return headerFields
    .filter(({ key }) => !written.has(key))
    .map((field) => ({
      label: field.key,
      kind: "field",
      insert: `${field.key}: `,
      from,
      detail: field.standard === true ? "every agent" : "some agents",
      about: describeField(field),
    }))
}

function completeValues(field: HeaderField, from: number): readonly Completion[] {
  return listValues(field).map(([label, detail]) => ({ label, kind: "value", insert: label, from, detail }))
}

function listValues({ kind, choices = [], default: usual }: HeaderField): readonly (readonly [string, string])[] {
  const withDefault = (values: readonly string[]) =>
    values.map((value) => [value, value === usual ? "the default" : ""] as const)
  switch (kind) {
    case "boolean":
      return withDefault(["true", "false"])
    case "choice":
      return withDefault(choices)
    case "effort":
      return withDefault(EFFORT_LEVELS)
    case "tools":
      return knownTools.map((tool) => [tool, nameAgents(tool)])
    case "text":
      return usual === undefined ? [] : withDefault([usual])
    case "version":
    case "hint":
    case "words":
    case "phrases":
    case "paths":
    case "map":
    case "hooks":
    case "requires":
      return []
  }
}
