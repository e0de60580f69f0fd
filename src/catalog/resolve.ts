import { nearestNames } from "../skill/nearest-names.ts"
import { parseSkillRef } from "../skill/reference.ts"
import type { Catalog, CatalogSkill, ShadowedSkill } from "./catalog.ts"

export type Resolved =
  | { readonly kind: "winner"; readonly skill: CatalogSkill }
  | { readonly kind: "shadowed"; readonly skill: ShadowedSkill }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly kind: "missing"; readonly wrong?: string; readonly near: readonly string[] }

/** The copy a person means: by name, `plugin:name`, `name@source`, an alias, or the path of its file or folder. */
export function resolveSkill(catalog: Catalog, text: string): Resolved {
  const byPath = findByPath(catalog, text)
  if (byPath !== undefined) return byPath
  const parsed = parseSkillRef(text)
  if ("wrong" in parsed) return { kind: "missing", wrong: parsed.wrong, near: [] }
  const { name } = parsed.ref
  return (
    findByRef(catalog, text.trim()) ??
    findByName(catalog, name) ?? { kind: "missing", near: nearestNames(name, namesOf(catalog)) }
  )
}

function findByRef(catalog: Catalog, text: string): Resolved | undefined {
  const winner = catalog.skills.find(({ ref }) => ref === text)
  if (winner !== undefined) return { kind: "winner", skill: winner }
  const loser = catalog.shadowed.find(({ ref }) => ref === text)
  if (loser !== undefined) return { kind: "shadowed", skill: loser }
  const bySource = catalog.skills.find(({ name, source }) => `${name}@${source}` === text)
  return bySource === undefined ? undefined : { kind: "winner", skill: bySource }
}

function findByName(catalog: Catalog, name: string): Resolved | undefined {
  const exact = oneOf(catalog.skills.filter((skill) => skill.name === name))
  if (exact !== undefined) return exact
  const alias = oneOf(catalog.skills.filter(({ aliases }) => aliases?.includes(name)))
  if (alias !== undefined) return alias
  if (catalog.host !== "open") return undefined
  return oneOf(catalog.skills.filter((skill) => skill.source === "plugin" && skill.name.endsWith(`:${name}`)))
}

function oneOf(skills: readonly CatalogSkill[]): Resolved | undefined {
  const [first, second] = skills
  if (first === undefined) return undefined
  return second === undefined
    ? { kind: "winner", skill: first }
    : { kind: "ambiguous", candidates: skills.map(({ ref }) => ref) }
}

function findByPath(catalog: Catalog, text: string): Resolved | undefined {
  if (!text.includes("/")) return undefined
  const isAt = ({ path }: { readonly path: string }) => path === text || path === `${text.replace(/\/+$/, "")}/SKILL.md`
  const winner = catalog.skills.find(isAt)
  if (winner !== undefined) return { kind: "winner", skill: winner }
  const loser = catalog.shadowed.find(isAt)
  return loser === undefined ? undefined : { kind: "shadowed", skill: loser }
}

function namesOf(catalog: Catalog): readonly string[] {
  return catalog.skills.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])])
}
