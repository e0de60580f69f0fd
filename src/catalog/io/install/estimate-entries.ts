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
  const { host, names, window } = wanted
  requireBundled(session.around.bundled, names)
  const catalog = await session.catalog(host)
  const settings = (await session.settings(host)).listing
  const added = names.map((name) => describeEntry(session, name, wanted))
  const others = catalog.skills.filter((skill) => !added.some(({ path: at }) => at === skill.path))
  const count = (skills: readonly CatalogSkill[]) =>
    listForModel({ ...catalog, skills: [...others, ...skills] }, profiles[host], { settings, window }).tokens
  const without = count([])
  return {
    tokens: count(added) - without,
    skills: names.map((name, at) => ({ name, tokens: count(added.slice(at, at + 1)) - without })),
  }
}

/** A skill as the host would list it. */
function describeEntry({ around }: Session, name: string, { host, isUser = false }: EstimateWanted): CatalogSkill {
  const { plugin, skills, hidesUserOnly } = installPlaces[host]
  const text = readBundledSkill(around.bundled, name, host)["SKILL.md"] ?? ""
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
