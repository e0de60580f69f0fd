import { type Catalog, type CatalogSkill, isUsable } from "../catalog.ts"
import { type ProfileHost, switchRules } from "./switch-off.ts"

/** What a profile means for one host. */
export interface ProfileFit {
  /** The skills that go, by the name that the host's settings know. */
  readonly off: readonly string[]
  /** The skills that stay. */
  readonly kept: readonly string[]
  /** Skills that would go, and that the host's settings cannot switch off, each with the reason. */
  readonly stuck: readonly { readonly name: string; readonly reason: string }[]
  /** Names of the profile that the host does not have. */
  readonly unknown: readonly string[]
}

/** Decides which skills of a catalog a profile switches off. What is off already stays as it is. */
export function fitProfile({ host, skills }: Catalog, wanted: readonly string[]): ProfileFit {
  const names = new Set(wanted)
  const isWanted = ({ name, ref, aliases = [] }: CatalogSkill) =>
    [name.trim(), ref, ...aliases].some((one) => names.has(one))
  const usable = skills.filter(isUsable)
  const kept = new Set(usable.filter(isWanted).map(({ name }) => name))
  const others = usable.filter((skill) => !kept.has(skill.name))
  const judged = others.map((skill) => ({ name: skill.name, reason: explainStuck(skill, host as ProfileHost) }))
  const known = new Set(
    skills.filter(isWanted).flatMap(({ name, ref, aliases = [] }) => [name.trim(), ref, ...aliases]),
  )
  return {
    off: sortNames(judged.filter(({ reason }) => reason === undefined).map(({ name }) => name)),
    kept: sortNames([...kept]),
    stuck: judged.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
    unknown: wanted.filter((name) => !known.has(name)),
  }
}

function sortNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted()
}

function explainStuck({ plugin, source, form, name }: CatalogSkill, host: ProfileHost): string | undefined {
  if (plugin !== undefined || source === "plugin")
    return "it belongs to a plugin or an extension, which is switched off as a whole"
  if (source === "managed") return "it is the machine's"
  if (source === "mcp") return "it comes from a server"
  if (form === "command") return "it is a legacy command"
  const { cannot } = switchRules[host]
  return cannot?.test(name) === true ? "its name would be taken for a pattern" : undefined
}

/** A catalog with some skills off, as it would be. */
export function switchSkillsOff(catalog: Catalog, off: readonly string[]): Catalog {
  const names = new Set(off)
  const skills = catalog.skills.map((skill) => (names.has(skill.name) ? { ...skill, status: "off" as const } : skill))
  return { ...catalog, skills }
}
