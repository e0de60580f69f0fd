import type { DialectReading } from "./dialect.ts"
import { type LoadedYaml, loadYaml } from "./load-yaml.ts"

/**
 * How opencode reads frontmatter: the closing fence may be missing, the opening one may say `yaml`, and if YAML fails,
 * values of top-level keys that contain a colon are taken as text. The name must be text.
 */
export function readFrontMatter(text: string): DialectReading {
  const block = fencedBlock(text.replace(/^\ufeff/, ""))
  if (block === undefined) return { dropped: "it has no frontmatter" }
  const loaded = load(block)
  if (loaded.kind === "value") return readFields(loaded.value, block)
  const freed = block.split("\n").map(freeColon).join("\n")
  const again = load(freed)
  return again.kind === "value" ? readFields(again.value, freed) : { dropped: loaded.why }
}

function fencedBlock(text: string): string | undefined {
  const [open, tag = ""] = /^---(?!-)([^\r\n]*)\r?\n/.exec(text) ?? []
  if (open === undefined || !/^\s*(ya?ml)?\s*$/.test(tag)) return undefined
  const from = open.length - 1
  const end = text.indexOf("\n---", from)
  return text
    .slice(from + 1, end === -1 ? undefined : Math.max(end, from + 1))
    .split(/\r?\n/)
    .join("\n")
}

function load(block: string): LoadedYaml {
  return loadYaml(withoutTabs(block), "usual")
}

function readFields(value: unknown, block: string): DialectReading {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { dropped: "its frontmatter has no fields" }
  const { name, description } = asWritten(value as Values, block)
  if (name === undefined) return { dropped: "its frontmatter has no name" }
  if (typeof name !== "string") return { dropped: "its name is not text" }
  return { name, description: typeof description === "string" ? description : undefined }
}

type Values = Readonly<Record<string, unknown>>

/** opencode uses YAML 1.1: `12:30` and `1_000` are numbers, and `0o17` is not. */
function asWritten(value: Values, block: string): Values {
  return { name: readValue(value, "name", block), description: readValue(value, "description", block) }
}

function readValue(value: Values, key: string, block: string): unknown {
  const [, plain = ""] = new RegExp(`^${key}:[ \\t]*([-+]?\\d\\S*)[ \\t]*$`, "m").exec(block) ?? []
  if (/^[-+]?\d[\d_]*(?::[0-5]?\d)*$/.test(plain)) return Number.NaN
  return /^[-+]?0o/.test(plain) ? plain : value[key]
}

/** opencode's YAML reader ignores a tab at the beginning of a line. */
function withoutTabs(block: string): string {
  return block.replaceAll(/^\t+(?=[\w-]+:)/gm, "")
}

function freeColon(line: string): string {
  const [, key = "", value = ""] = /^([A-Za-z_]\w*)\s*:\s*(.*)$/.exec(line) ?? []
  const text = value.trim()
  if (key === "" || !text.includes(":") || /^["']/.test(text)) return line
  return `${key}: |-\n  ${text}`
}
