import { type HeaderField, headerFields, type SkillHeader, type YamlMap, type YamlValue } from "./schema/fields.ts"

/** Frontmatter as the lines of a file, including the fences. Reading them again gives the same frontmatter. */
export function writeHeader(header: SkillHeader): readonly string[] {
  const fields = headerFields.flatMap((field) => {
    const value = header[field.property]
    return value === undefined ? [] : writeField(field.key, plainValue(field, value))
  })
  return ["---", ...fields, "---"]
}

/** One field as lines of frontmatter; strings are quoted if they would otherwise be read differently. */
export function writeField(key: string, value: YamlValue): readonly string[] {
  return writeEntry(writeKey(key), value, "")
}

function plainValue(field: HeaderField, value: NonNullable<SkillHeader[keyof SkillHeader]>): YamlValue {
  if (field.kind === "boolean" && value === "unclear") return ""
  return value as YamlValue
}

function writeEntry(key: string, value: YamlValue, indent: string): readonly string[] {
  if (!isNested(value)) return [`${indent}${key}: ${writeScalar(value)}`]
  const below = `${indent}  `
  if (Array.isArray(value)) {
    const items: readonly YamlValue[] = value
    if (items.length === 0) return [`${indent}${key}: []`]
    return [`${indent}${key}:`, ...items.map((item) => `${below}- ${writeInline(item)}`)]
  }
  const entries = Object.entries(value as YamlMap)
  if (entries.length === 0) return [`${indent}${key}: {}`]
  return [`${indent}${key}:`, ...entries.flatMap(([name, item]) => writeEntry(writeKey(name), item, below))]
}

function writeInline(value: YamlValue): string {
  if (!isNested(value)) return writeScalar(value)
  if (Array.isArray(value)) return `[${(value as readonly YamlValue[]).map(writeInline).join(", ")}]`
  const entries = Object.entries(value as YamlMap).map(([key, item]) => `${writeKey(key)}: ${writeInline(item)}`)
  return `{${entries.join(", ")}}`
}

function isNested(value: YamlValue): boolean {
  return typeof value === "object" && value !== null
}

function writeKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !isTyped(key) ? key : JSON.stringify(key)
}

function writeScalar(value: YamlValue): string {
  if (typeof value !== "string") return String(value)
  return isPlain(value) ? value : quoted(value)
}

/** Text that every YAML reader reads the same way without quotes. */
function isPlain(text: string): boolean {
  if (!/^[A-Za-z][\w ./()+@$%;=~^&*!?|<>"'-]*$/.test(text) || /\s$/.test(text) || text.includes(" #")) return false
  return !isTyped(text)
}

function isTyped(text: string): boolean {
  return /^(true|false|yes|no|on|off|null|y|n|~)$/i.test(text)
}

/** JSON's escapes are also YAML's; characters that JSON leaves raw and YAML treats as line breaks are escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
