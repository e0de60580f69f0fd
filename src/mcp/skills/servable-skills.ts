import path from "node:path"
import type { Resource } from "@modelcontextprotocol/server"
import { type CatalogSkill, isUsable } from "../../catalog/catalog.ts"
import { listFilesBeside } from "../../catalog/io/skills/shown-files.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { readSkillFiles } from "./skill-files.ts"

const DIRECTORY = "inode/directory"

export interface ServableSkill extends CatalogSkill {
  /** Its path in URIs; the last part is the name in its frontmatter. */
  readonly address: string
}

/** The skills that a model may use, each under its own address. */
export async function listServable(skillet: Skillet): Promise<readonly ServableSkill[]> {
  const [{ skills }, { catalog }] = [await skillet.catalog(), await skillet.bundled()]
  const taken = new Set<string>()
  return [...skills, ...catalog.skills].flatMap((skill) => {
    const address = findAddress(skill)
    if (address === undefined || taken.has(address)) return []
    taken.add(address)
    return [{ ...skill, address }]
  })
}

function findAddress(skill: CatalogSkill): string | undefined {
  const { name, form, status, plugin } = skill
  if (form !== "folder" || !isUsable(skill) || status === "user-only" || !path.isAbsolute(skill.path)) return undefined
  const own = skill.title ?? name.split(":").at(-1) ?? name
  return plugin === undefined ? own : `${plugin}/${own}`
}

export function readServedFiles(skill: CatalogSkill): ReadonlyMap<string, Buffer> | undefined {
  return readSkillFiles({ path: skill.path, files: listFilesBeside(path.dirname(skill.path)) })
}

export function toUri(address: string, file: string): string {
  return `skill://${[...address.split("/"), ...file.split("/")].map(encodeURIComponent).join("/")}`
}

export function findFile(skills: readonly ServableSkill[], uri: string) {
  for (const skill of skills) {
    const root = toUri(skill.address, "")
    if (uri.startsWith(root)) return { skill, file: decode(uri.slice(root.length)) }
  }
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What is directly in a directory of a skill; undefined if it is none. */
export function listChildren(skills: readonly ServableSkill[], uri: string): Resource[] | undefined {
  const asked = uri.endsWith("/") ? uri : `${uri}/`
  const found = findFile(skills, asked)
  if (found === undefined) return undefined
  const below = found.file
  const names = [...(readServedFiles(found.skill)?.keys() ?? [])].filter((name) => name.startsWith(below))
  if (names.length === 0) return undefined
  const children = new Map<string, boolean>()
  for (const name of names) {
    const [first = "", ...rest] = name.slice(below.length).split("/")
    children.set(first, rest.length > 0)
  }
  return [...children].map(([name, isDirectory]) => ({
    uri: toUri(found.skill.address, `${below}${name}`),
    name,
    ...(isDirectory ? { mimeType: DIRECTORY } : name.endsWith(".md") ? { mimeType: "text/markdown" } : {}),
  }))
}
