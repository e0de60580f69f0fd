import { EFFORT_LEVELS, type FieldKind, type HeaderField, headerFields, listSpellings } from "./fields.ts"
import { HOOK_EVENTS } from "../hooks.ts"

export type JsonSchema = Readonly<Record<string, unknown>>

/** The JSON Schema of a skill's frontmatter, made from the table of fields, for completion and checks in editors. */
export function buildHeaderSchema(): JsonSchema {
  const properties = headerFields.flatMap((field) =>
    listSpellings(field).map((spelling) => [
      spelling,
      spelling === field.key
        ? toProperty(field)
        : { ...toProperty(field), deprecated: true, description: `Another spelling of ${field.key}.` },
    ]),
  )
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Frontmatter of a SKILL.md",
    type: "object",
    properties: Object.fromEntries(properties),
    required: ["description"],
    additionalProperties: true,
  }
}

function toProperty(field: HeaderField): JsonSchema {
  const fallback =
    field.default === undefined ? {} : { default: field.kind === "boolean" ? field.default === "true" : field.default }
  return { description: field.about, ...shapes[field.kind](field), ...limits[field.key], ...fallback }
}

const words: JsonSchema = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }

const shapes: Readonly<Record<FieldKind, (field: HeaderField) => JsonSchema>> = {
  text: () => ({ type: "string" }),
  version: () => ({ type: "string" }),
  hint: () => ({ type: "string" }),
  tools: () => words,
  words: () => words,
  phrases: () => words,
  paths: () => words,
  boolean: () => ({ type: "boolean" }),
  effort: () => ({ anyOf: [{ enum: EFFORT_LEVELS }, { type: "integer", minimum: 0 }] }),
  choice: (field) => ({ enum: field.choices ?? [] }),
  map: () => ({ type: "object" }),
  hooks: () => ({
    type: "object",
    properties: Object.fromEntries(HOOK_EVENTS.map((event) => [event, hookList])),
    additionalProperties: false,
  }),
  requires: () => ({ type: "object", properties: { skillet: { type: "string" }, agent: { type: "string" } } }),
}

const limits: Readonly<Record<string, JsonSchema>> = {
  name: { minLength: 1, maxLength: 64, pattern: "^[\\p{Ll}\\p{Lo}\\p{N}]+(-[\\p{Ll}\\p{Lo}\\p{N}]+)*$" },
  description: { minLength: 1, maxLength: 1024 },
  compatibility: { maxLength: 500 },
}

const hookList: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["hooks"],
    properties: {
      matcher: { type: "string" },
      hooks: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["type"],
          properties: {
            type: { enum: ["command", "prompt"] },
            command: { type: "string" },
            prompt: { type: "string" },
            timeout: { type: "number" },
            once: { type: "boolean" },
          },
        },
      },
    },
  },
}
