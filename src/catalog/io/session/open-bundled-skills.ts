import type { HostId, Surroundings } from "../../../hosts/profile.ts"
import { bundled, listsBundledSkills } from "../../../hosts/bundled.ts"
import { profiles } from "../../../hosts/profiles.ts"
import { formatSkillRef } from "../../../skill/reference.ts"
import type { Catalog, CatalogSkill } from "../../catalog.ts"
import type { ListedSource } from "../../decide-winners.ts"
import type { ListedSkills } from "../../list-skills.ts"
import { type Resolved, resolveSkill } from "../../names/resolve.ts"
import type { SummaryIndex } from "../sources/summary-index.ts"
import { findInstalledSkills } from "../sources/find-installed-skills.ts"
import { openHost } from "./open-host.ts"

/** Skills that Skillet's own commands know, although they are not in the listing of the host. */
export interface BundledSkills {
  readonly catalog: Catalog
  readonly listed: readonly ListedSource[]
  /** Those that the host lists because they were installed for it. Their procedures are still Skillet's own. */
  readonly originals: readonly CatalogSkill[]
}

interface BundledSkillsOptions {
  /** What a host lists itself. */
  readonly open: (host: HostId) => Promise<ListedSkills>
  readonly index: SummaryIndex
  readonly around: Surroundings
  readonly env: NodeJS.ProcessEnv
}

const NO_SKILLS = { skills: [], shadowed: [], duplicates: [], problems: [] }

/** The skills that come with Skillet, for hosts that do not list them. The settings of the host apply to them too. */
export function openBundledSkills({ open, index, around, env }: BundledSkillsOptions) {
  const opened = new Map<HostId, Promise<ListedSkills>>()

  /** A skill of the host takes the plain name, even if it is switched off. */
  async function all(id: HostId): Promise<BundledSkills> {
    const { settings, catalog } = await open(id)
    const installed = new Map(findInstalledSkills(catalog.skills).map((one) => [one.name, one]))
    const isListing = listsBundledSkills(profiles[id])
    if (isListing && installed.size === 0) return { catalog: { ...NO_SKILLS, host: id }, listed: [], originals: [] }
    const facts = { settings, problems: [], servers: Promise.resolve([]), index, around, options: { env } }
    const opening = opened.get(id) ?? openHost(bundled, facts)
    opened.set(id, opening)
    const found = await opening
    const taken = new Set(catalog.skills.map(({ name }) => name))
    const skills = found.catalog.skills.map((skill) => ({
      ...skill,
      ...(installed.has(skill.name) ? {} : { isUnlisted: true as const }),
      ref: taken.has(skill.name) ? formatSkillRef({ name: skill.name, source: skill.source }) : skill.ref,
    }))
    const originals = skills.filter(({ name }) => installed.has(name))
    return { catalog: { ...found.catalog, skills: isListing ? [] : skills }, listed: found.listed, originals }
  }

  return {
    async resolve(ref: string, id: HostId): Promise<Resolved> {
      const found = resolveSkill((await open(id)).catalog, ref, around.cwd)
      if (found.kind !== "missing") return found
      const ours = resolveSkill((await all(id)).catalog, ref, around.cwd)
      if (ours.kind !== "missing") return ours
      return found.near.length + found.copies.length > 0 ? found : ours
    },
    /** Those whose plain name is free, and that the host does not list. */
    async unlisted(id: HostId): Promise<BundledSkills> {
      const { catalog, listed, originals } = await all(id)
      const skills = catalog.skills.filter(({ ref, name, isUnlisted }) => ref === name && isUnlisted === true)
      return { catalog: { ...catalog, skills }, listed, originals }
    },
    /** The skill that comes with Skillet, for one that was installed from it and not edited since. */
    async original(skillPath: string, id: HostId): Promise<CatalogSkill | undefined> {
      const [found] = findInstalledSkills([{ path: skillPath }])
      if (found === undefined || found.isEdited) return undefined
      return (await all(id)).originals.find(({ name }) => name === found.name)
    },
    opened: () => [...opened.values()],
  }
}
