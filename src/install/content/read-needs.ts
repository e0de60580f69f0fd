import { readHeaderBlock } from "../../skill/header/read-header-block.ts"
import type { YamlValue } from "../../skill/header/schema/fields.ts"
import type { SkillText } from "../../skill/read-skill.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import { isMap } from "../../text/is-map.ts"
import { needKinds, type SkillNeeds } from "../lock/lock-file.ts"

type NeedKind = (typeof needKinds)[number]

/** Fields in which authors name what a skill needs; a plain list there means skills. */
const fields = ["requires", "depends_on", "depends-on", "dependencies"] as const

/** What each spelling within such a field is about. */
const spellings: Readonly<Record<string, NeedKind>> = {
  skills: "skills",
  skill: "skills",
  programs: "programs",
  program: "programs",
  tools: "programs",
  bins: "programs",
  binaries: "programs",
  commands: "programs",
  mcp: "servers",
  servers: "servers",
  mcp_servers: "servers",
  "mcp-servers": "servers",
  mcpServers: "servers",
  env: "env",
  environment: "env",
}

/** What a skill needs, from `requires`, `metadata.requires`, `depends_on` and `dependencies` of its frontmatter. */
export function readNeeds(skill: Pick<SkillText, "block" | "blockLine">): SkillNeeds {
  const header = Object.fromEntries(
    readHeaderBlock(skill.block, skill.blockLine).entries.map(({ key, value }) => [key, value]),
  )
  const { metadata } = header
  const inside = isMap(metadata) ? fields.map((field) => metadata[field]) : []
  const found = [...fields.map((field) => header[field]), ...inside].flatMap((value) =>
    listNeeds(value as YamlValue | undefined),
  )
  const given = needKinds.flatMap((kind) => {
    const names = [...new Set(found.filter((one) => one.kind === kind).map(({ name }) => name))].sort(compareBytes)
    return names.length === 0 ? [] : [[kind, names] as const]
  })
  return Object.fromEntries(given)
}

interface Need {
  readonly kind: NeedKind
  readonly name: string
}

function listNeeds(value: YamlValue | undefined): readonly Need[] {
  if (!isMap(value)) return listNames(value).map((name) => ({ kind: "skills", name }))
  return Object.entries(value).flatMap(([key, inner]) => {
    const kind = spellings[key]
    return kind === undefined ? [] : listNames(inner as YamlValue).map((name) => ({ kind, name }))
  })
}

/** Names as a list, as a text with commas, or as the keys of a map. */
function listNames(value: YamlValue | undefined): readonly string[] {
  if (typeof value === "string") return value.split(/[,\s]+/).filter((name) => name !== "")
  if (Array.isArray(value))
    return value.flatMap((one: YamlValue) => {
      if (typeof one === "string") return [one.trim()]
      return isMap(one) && typeof one["name"] === "string" ? [one["name"]] : []
    })
  return isMap(value) ? Object.keys(value) : []
}
