import { isMap } from "../../text/is-map.ts"
import {
  EFFORT_LEVELS,
  type FieldKind,
  type HeaderField,
  type Requirements,
  type Tristate,
  type YamlValue,
} from "./schema/fields.ts"
import { readHooksMap } from "./hooks.ts"

export interface ValueReading {
  readonly value?: unknown
  /** The value had another type and was converted to text. */
  readonly coerced?: true
  /** What is wrong, as the end of a sentence that begins with the key. */
  readonly wrong?: string
  /** Further faults, each a separate problem. */
  readonly others?: readonly string[]
  /** How to write the value. */
  readonly fix?: string
}

/** `written` returns the value's text on its line: to YAML `1.10` is a number, which loses its last digit. */
type Reader = (value: YamlValue, written: () => string, field: HeaderField) => ValueReading

export function readValue(field: HeaderField, value: YamlValue, written: () => string): ValueReading {
  return readers[field.kind](value, written, field)
}

const readers: Readonly<Record<FieldKind, Reader>> = {
  text: readText,
  version: readVersion,
  hint: readHint,
  tools: (value) => readWords(value, (text) => splitOutside(text, /[\s,]/, "()")),
  words: (value) => readWords(value, (text) => text.split(/[\s,]+/)),
  phrases: (value) => readWords(value, (text) => text.split(/[,\n]/)),
  paths: (value) => readWords(value, (text) => splitOutside(text, /[,\n]/, "{}")),
  boolean: readBoolean,
  effort: readEffort,
  choice: readChoice,
  map: (value) => (isMap(value) ? { value } : notAMap(value)),
  hooks: readHooks,
  requires: readRequires,
}

function readText(value: YamlValue, written: () => string): ValueReading {
  if (typeof value === "string") return value.trim() === "" ? {} : { value }
  if (value === null) return {}
  if (isMap(value)) return { wrong: "is a map instead of text; it was left out", fix: '"…"' }
  if (Array.isArray(value)) return listAsText(value)
  const text = scalarText(value, written())
  return {
    value: text,
    coerced: true,
    wrong: `is ${nameType(value)} instead of text; read as "${text}"`,
    fix: JSON.stringify(text),
  }
}

/** Most people write a bare version number; the version is its text, not the number. */
function readVersion(value: YamlValue, written: () => string): ValueReading {
  return typeof value === "number" ? { value: scalarText(value, written()) } : readText(value, written)
}

function listAsText(list: readonly YamlValue[]): ValueReading {
  const text = list.filter((item) => !isMap(item) && !Array.isArray(item) && item !== null).join(", ")
  if (text === "") return list.length === 0 ? {} : { wrong: "is a list instead of text; it was left out", fix: '"…"' }
  return {
    value: text,
    coerced: true,
    wrong: "is a list instead of text; its items were joined",
    fix: JSON.stringify(text),
  }
}

/** `[file] [mode]` is meant as written, although YAML reads a list. */
function readHint(value: YamlValue, written: () => string): ValueReading {
  if (!Array.isArray(value)) return readText(value, written)
  const onItsLine = written()
  const text = onItsLine.startsWith("[") ? onItsLine : value.join(" ")
  return {
    value: text,
    coerced: true,
    wrong: `is a list instead of text; read as ${JSON.stringify(text)}`,
    fix: JSON.stringify(text),
  }
}

function readWords(value: YamlValue, split: (text: string) => readonly string[]): ValueReading {
  if (value === null) return {}
  if (typeof value === "string") return { value: present(split(value)) }
  if (!Array.isArray(value)) return { wrong: "is neither a list nor text; it was left out", fix: "[one, two]" }
  const items: readonly YamlValue[] = value
  const words = present(
    items.flatMap((item) => (isMap(item) || Array.isArray(item) || item === null ? [] : [String(item)])),
  )
  return words.length === items.length
    ? { value: words }
    : { value: words, wrong: "has items that are not text; they were left out" }
}

function present(words: readonly string[]): readonly string[] {
  return words.map((word) => word.trim()).filter((word) => word !== "")
}

function readBoolean(value: YamlValue, _: unknown, field: HeaderField): ValueReading {
  const clear = clearBoolean(value)
  if (clear !== "unclear") return { value: clear }
  const wrong = `is neither true nor false; hosts handle this differently, Skillet uses ${field.default}`
  return { value: clear, wrong, fix: field.default ?? "false" }
}

function clearBoolean(value: YamlValue): Tristate {
  const text =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value).trim().toLowerCase()
      : ""
  if (["true", "yes", "on", "1"].includes(text)) return true
  return ["false", "no", "off", "0"].includes(text) ? false : "unclear"
}

function readEffort(value: YamlValue): ValueReading {
  if (value === null) return {}
  if (typeof value === "number" && Number.isInteger(value)) return { value }
  const text = String(value).toLowerCase()
  if (/^\d+$/.test(text)) return { value: Number(text) }
  if ((EFFORT_LEVELS as readonly string[]).includes(text)) return { value: text }
  return { wrong: `is "${String(value)}"; use ${EFFORT_LEVELS.join(", ")} or a whole number`, fix: "medium" }
}

function readChoice(value: YamlValue, _: unknown, field: HeaderField): ValueReading {
  if (value === null) return {}
  const choices = field.choices ?? []
  const text = String(value).toLowerCase()
  if (choices.includes(text)) return { value: text }
  return { wrong: `is "${String(value)}"; use ${choices.join(" or ")}`, fix: field.default ?? "" }
}

function readHooks(value: YamlValue): ValueReading {
  if (value === null) return {}
  const { hooks, faults } = readHooksMap(value)
  const [wrong, ...others] = faults.map((fault) => `has an entry that will not run: ${fault}`)
  const good = Object.keys(hooks).length === 0 ? undefined : hooks
  return wrong === undefined ? { value } : { value: good, wrong, others }
}

/** Public skills also use `requires` for lists of other things: anything that is not a version of ours is ignored. */
function readRequires(value: YamlValue): ValueReading {
  if (!isMap(value)) return {}
  const requirements: Requirements = {
    ...(isText(value["skillet"]) ? { skillet: String(value["skillet"]) } : {}),
    ...(isText(value["agent"]) ? { agent: String(value["agent"]) } : {}),
  }
  return Object.keys(requirements).length === 0 ? {} : { value: requirements }
}

function notAMap(value: YamlValue): ValueReading {
  return value === null ? {} : { wrong: "is not a map; it was left out", fix: "{ key: value }" }
}

function scalarText(value: number | boolean | YamlValue, written: string): string {
  const plain = written.replace(/\s+#.*$/, "").trim()
  return plain === "" ? String(value) : plain
}

function nameType(value: YamlValue): string {
  return typeof value === "number" ? "a number" : "true or false"
}

function isText(value: YamlValue | undefined): boolean {
  return typeof value === "string" || typeof value === "number"
}

/** Splits at separators outside brackets: `Bash(git log:*), Read` has two parts, and so has `*.{js,ts}, *.md`. */
function splitOutside(text: string, separator: RegExp, brackets: "()" | "{}"): readonly string[] {
  const [open = "", close = ""] = brackets
  const parts: string[] = []
  let depth = 0
  let part = ""
  for (const character of text) {
    if (character === open) depth++
    if (character === close) depth = Math.max(0, depth - 1)
    if (depth === 0 && separator.test(character)) {
      parts.push(part)
      part = ""
    } else part += character
  }
  return [...parts, part]
}
