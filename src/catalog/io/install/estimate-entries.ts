import path from "node:path"
import type { HostId } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import { installPlaces } from "../../../hosts/skill-folders.ts"
import { readSkill } from "../../../skill/read-skill.ts"
import type { CatalogSkill } from "../../catalog.ts"
import { listForModel } from "../../listing.ts"
import type { Session } from "../session/open-session.ts"
import { locateInstall } from "./locate-install.ts"
import { readBundledSkill, requireBundled } from "./read-bundled-skill.ts"

/** What skills that come with Skillet cost, or would cost, in the listing of a host. */
export interface EntriesCost {
  /** All of them together, by which the listing grows. */
  readonly tokens: number
  readonly skills: readonly { readonly name: string; readonly tokens: number }[]
}

export interface EstimateWanted {
  readonly host: Exclude<HostId, "open">
  readonly names: readonly string[]
  readonly isUser?: boolean | undefined
  readonly window?: number | undefined
}

/** The listing of the host is made with these skills and without them. One that is already in it counts the same. */
export async function estimateEntries(session: Session, wanted: EstimateWanted): Promise<EntriesCost> {
  const { names, host } = wanted
  const { bundled } = session.around
  requireBundled(bundled, names)
  const skills = names.map((name) => ({ name, text: readBundledSkill(bundled, name, host)["SKILL.md"] ?? "" }))
  return estimateSkills(session, { ...wanted, skills })
}

interface SkillsWanted extends Omit<EstimateWanted, "names"> {
  /** What their SKILL.md says, or will say. */
  readonly skills: readonly NamedText[]
}

interface NamedText {
  readonly name: string
  readonly text: string
}

/** The same for skills whose text may differ from what comes with Skillet. */
export async function estimateSkills(session: Session, wanted: SkillsWanted): Promise<EntriesCost> {
  const { host, skills, window } = wanted
  const catalog = await session.catalog(host)
  const settings = (await session.settings(host)).listing
  const added = skills.map((skill) => describeEntry(session, skill, wanted))
  const others = catalog.skills.filter((skill) => !added.some(({ path: at }) => at === skill.path))
  const count = (listed: readonly CatalogSkill[]) =>
    listForModel({ ...catalog, skills: [...others, ...listed] }, profiles[host], { settings, window }).tokens
  const without = count([])
  return {
    tokens: count(added) - without,
    skills: skills.map(({ name }, at) => ({ name, tokens: count(added.slice(at, at + 1)) - without })),
  }
}

/** A skill as the host would list it. */
function describeEntry(
  { around }: Session,
  { name, text }: NamedText,
  { host, isUser = false }: Omit<EstimateWanted, "names">,
): CatalogSkill {
  const { plugin, skills, hidesUserOnly } = installPlaces[host]
  const reading = readSkill(text)
  const { description = "", disableModelInvocation } = "skill" in reading ? reading.skill.header : {}
  const shown = plugin === undefined ? name : `${plugin}:${name}`
  const isHidden = disableModelInvocation === true && hidesUserOnly
  return {
    name: shown,
    ref: shown,
    source: plugin === undefined ? (isUser ? "user" : "project") : "plugin",
    description,
    path: path.join(locateInstall(around, host, isUser).directory, skills, name, "SKILL.md"),
    tokens: 0,
    status: isHidden ? "user-only" : "active",
    shadows: [],
    form: "folder",
    trust: "own",
  }
}
