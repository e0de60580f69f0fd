import path from "node:path"
import type { SummaryIndex } from "../adapters/files/summary-index.ts"
import { type ListedSkills, listSkills } from "../catalog/list-skills.ts"
import type { CatalogSettings } from "../catalog/settings.ts"
import type { HostProfile, Surroundings } from "../hosts/profile.ts"
import type { SkillSource } from "../ports/skill-source.ts"
import type { Problem } from "../problem/problem.ts"
import { version } from "../version.ts"
import { withoutIgnored } from "./ignored-folders.ts"
import { openBoundaries } from "./link-boundaries.ts"
import { serversFor } from "./open-servers.ts"
import { openSources } from "./open-sources.ts"
import type { SkilletOptions } from "./options.ts"

export interface OpenHostOptions {
  readonly settings: CatalogSettings
  /** What was wrong with the settings. */
  readonly problems: readonly Problem[]
  readonly servers: Promise<readonly SkillSource[]>
  readonly index: SummaryIndex
  readonly around: Surroundings
  readonly options: SkilletOptions
}

/** Plugs folders, servers and versions into `listSkills`. */
export async function openHost(profile: HostProfile, how: OpenHostOptions): Promise<ListedSkills> {
  const { settings, index, options, problems } = how
  const around = { ...how.around, nested: await withoutIgnored(how.around.nested, how.around) }
  const boundaries = openBoundaries(around, options)
  return listSkills(profile, {
    around,
    settings,
    problems,
    openPlaces: (places) => openSources(places, { settings, index, boundaries, levels: options.levels }),
    others: [...serversFor(profile, await how.servers), ...(options.sources ?? [])],
    skillsOff: options.skillsOff,
    touched: (options.touched ?? []).map((file) => path.relative(around.root, path.resolve(around.cwd, file))),
    versions: { skillet: version, agent: options.agentVersion },
  })
}
