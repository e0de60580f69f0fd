import type { DialectReading } from "./dialect.ts"
import { loadYaml } from "./load-yaml.ts"

/**
 * How Gemini CLI reads frontmatter: YAML if that gives a name and a description as texts, otherwise line by line. Only
 * an opening fence with nothing after it counts.
 */
export function readLineByLine(text: string): DialectReading {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1]
  if (block === undefined) return { dropped: text.startsWith("\ufeff") ? "it begins with a byte order mark" : NONE }
  return fromYaml(block) ?? fromLines(block)
}

const NONE = "it has no frontmatter between two lines of exactly ---"

function fromYaml(block: string): DialectReading | undefined {
  const loaded = loadYaml(block, "usual")
  if (loaded.kind === "broken" || typeof loaded.value !== "object" || loaded.value === null) return undefined
  const { name, description } = loaded.value as Readonly<Record<string, unknown>>
  return typeof name === "string" && typeof description === "string" ? { name, description } : undefined
}

function fromLines(block: string): DialectReading {
  const lines = block.split(/\r?\n/)
  let name: string | undefined
  let description: string | undefined
  for (let at = 0; at < lines.length; at++) {
    const [, key, value = ""] = /^\s*(name|description):\s*(.*)$/.exec(lines[at] ?? "") ?? []
    if (key === "name") name = value.trim()
    if (key !== "description") continue
    const parts = [value.trim()]
    while (/^[ \t]+\S/.test(lines[at + 1] ?? "")) parts.push((lines[++at] ?? "").trim())
    description = parts.filter((part) => part !== "").join(" ")
  }
  if (name === undefined) return { dropped: "its frontmatter has no name" }
  if (description === undefined) return { dropped: "its frontmatter has no description" }
  return { name, description }
}
