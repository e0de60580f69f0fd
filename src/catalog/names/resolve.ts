import path from "node:path"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { isQualified, parseSkillRef, type SkillRef } from "../../skill/reference.ts"
import type { Catalog, CatalogSkill, ShadowedSkill } from "../catalog.ts"

export type Resolved =
  | { readonly kind: "winner"; readonly skill: CatalogSkill }
  | { readonly kind: "shadowed"; readonly skill: ShadowedSkill }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] }
  | {
      readonly kind: "missing"
      readonly wrong?: string
      readonly near: readonly string[]
      /** The existing copies, if one was named that does not exist. */
      readonly copies: readonly string[]
    }

/**
 * The copy a person means: by name, `plugin:name`, an alias, or the path of its file or directory; or one particular
 * copy, as `name@source` or `name@source#2`. A named copy that does not exist is missing: no other is used instead.
 * Paths are relative to `cwd`.
 */
export function resolveSkill(catalog: Catalog, named: string, cwd?: string): Resolved {
  const isPath = named.includes("/") || named === "." || named === ".." || /\.md$/i.test(named)
  const isRelative = cwd !== undefined && isPath && !named.includes(":")
  const text = isRelative && named.includes("/") ? path.resolve(cwd, named) : named
  const byPath = findByPath(catalog, isRelative ? path.resolve(cwd, named) : named)
  if (byPath !== undefined) return byPath
  const parsed = parseSkillRef(text)
  if ("wrong" in parsed) return { kind: "missing", wrong: parsed.wrong, near: [], copies: [] }
  const { ref } = parsed
  if (isQualified(ref)) return findCopy(catalog, ref) ?? missing(catalog, ref.name)
  const name = text.trim().replace(/^[/$]/, "")
  return findByRef(catalog, name) ?? findByName(catalog, name) ?? missing(catalog, ref.name)
}

function missing(catalog: Catalog, name: string): Resolved {
  const found = copiesCalled(catalog, name)
  const copies = found.map((copy) => (copy.ref === copy.name ? `${copy.name}@${copy.source}` : copy.ref))
  return { kind: "missing", near: copies.length > 0 ? [] : findNearestNames(name, listNames(catalog)), copies }
}

function findByRef(catalog: Catalog, text: string): Resolved | undefined {
  const winner = catalog.skills.find(({ ref }) => ref === text)
  if (winner !== undefined) return { kind: "winner", skill: winner }
  const loser = catalog.shadowed.find(({ ref }) => ref === text)
  return loser === undefined ? undefined : { kind: "shadowed", skill: loser }
}

function findByName(catalog: Catalog, name: string): Resolved | undefined {
  const exact = chooseOnly(catalog.skills.filter((skill) => skill.name === name))
  if (exact !== undefined) return exact
  const alias = chooseOnly(catalog.skills.filter(({ aliases }) => aliases?.includes(name)))
  if (alias !== undefined) return alias
  return chooseOnly(catalog.skills.filter((skill) => isPluginsOwn(catalog, skill, name)))
}

/**
 * The copy of that source, counted as refs are; if a source reaches a file that was found first elsewhere, that file.
 */
function findCopy(catalog: Catalog, { name, source, nth = 1 }: SkillRef): Resolved | undefined {
  const copies = copiesCalled(catalog, name).filter((copy) => copy.source === source)
  const exact = copies.filter((copy) => copy.name === name)
  if (exact.length === 0 && copies.length > 1) return { kind: "ambiguous", candidates: copies.map(({ ref }) => ref) }
  const found = (exact.length > 0 ? exact : copies)[nth - 1]
  if (found !== undefined) return toResolved(found)
  const twin = catalog.duplicates.filter((copy) => copy.name === name && copy.source === source)[
    nth - copies.length - 1
  ]
  return twin === undefined ? undefined : findByPath(catalog, twin.first)
}

/** Every copy with this name, in the order in which refs count them. */
function copiesCalled(catalog: Catalog, name: string): readonly (CatalogSkill | ShadowedSkill)[] {
  const winners = catalog.skills.filter(
    (skill) => skill.name === name || skill.aliases?.includes(name) === true || isPluginsOwn(catalog, skill, name),
  )
  return [...winners, ...catalog.shadowed.filter((skill) => skill.name === name)]
}

/** Only in the open order is a plugin's skill or command also known without its prefix. */
function isPluginsOwn(catalog: Catalog, skill: CatalogSkill, name: string): boolean {
  return catalog.host === "open" && skill.plugin !== undefined && skill.name.endsWith(`:${name}`)
}

function toResolved(skill: CatalogSkill | ShadowedSkill): Resolved {
  return "status" in skill ? { kind: "winner", skill } : { kind: "shadowed", skill }
}

function chooseOnly(skills: readonly CatalogSkill[]): Resolved | undefined {
  const [first, second] = skills
  if (first === undefined) return undefined
  return second === undefined
    ? { kind: "winner", skill: first }
    : { kind: "ambiguous", candidates: skills.map(({ ref }) => ref) }
}

function findByPath(catalog: Catalog, text: string): Resolved | undefined {
  if (!text.includes("/")) return undefined
  const hasPath = (skill: { readonly path: string }) =>
    skill.path === text || skill.path === `${text.replace(/\/+$/, "")}/SKILL.md`
  const winner = catalog.skills.find(hasPath)
  if (winner !== undefined) return { kind: "winner", skill: winner }
  const loser = catalog.shadowed.find(hasPath)
  return loser === undefined ? undefined : { kind: "shadowed", skill: loser }
}

function listNames(catalog: Catalog): readonly string[] {
  return catalog.skills.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])])
}
