import fs from "node:fs"
import path from "node:path"
import type { Ignore } from "ignore"
import type { SummaryIndex } from "../sources/summary-index.ts"
import { openPlaceSource } from "../sources/place-source.ts"
import { filterServers } from "../../host-servers.ts"
import { type ListedSkills, listSkills } from "../../list-skills.ts"
import type { CatalogSettings } from "../../../settings/settings.ts"
import type { HostProfile, SettingsLevel, Surroundings } from "../../../hosts/profile.ts"
import { isPlaceTaken, placeTrust } from "../../../trust/place-trust.ts"
import type { SkillSource } from "../../skill-source.ts"
import type { Problem } from "../../../problem/problem.ts"
import type { SkillPlace } from "../../../skill/place.ts"
import { version } from "../../../system/version.ts"
import { type LinkBoundaries, openBoundaries } from "./link-boundaries.ts"
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

/** Plugs directories, servers and versions into `listSkills`. */
export async function openHost(profile: HostProfile, how: OpenHostOptions): Promise<ListedSkills> {
  const { settings, index, options, problems } = how
  const around = { ...how.around, nested: await withoutIgnored(how.around.nested, how.around) }
  const boundaries = openBoundaries(around, options)
  return listSkills(profile, {
    around,
    settings,
    problems,
    openPlaces: (places) => openSources(places, { settings, index, boundaries, levels: options.levels }),
    others: [...filterServers(profile, await how.servers), ...(options.sources ?? [])],
    skillsOff: options.skillsOff,
    touched: (options.touched ?? []).map((file) => path.relative(around.root, path.resolve(around.cwd, file))),
    versions: { skillet: version, agent: options.agentVersion },
  })
}

const MOST_BYTES = 1024 * 1024

/** Those directories of a repository that git does not ignore: built or downloaded files do not add skills. */
async function withoutIgnored(
  folders: readonly string[],
  around: Pick<Surroundings, "root" | "home">,
): Promise<readonly string[]> {
  const { root } = around
  if (folders.length === 0 || !fs.existsSync(path.join(root, ".git"))) return folders
  const { default: ignore } = await import("ignore")
  const known = new Map<string, Ignore | undefined>()
  const rulesIn = (file: string) => {
    if (!known.has(file)) {
      const text = readRules(file)
      known.set(file, text === undefined ? undefined : ignore().add(text))
    }
    return known.get(file)
  }
  const everywhere = [path.join(root, ".git/info/exclude"), path.join(around.home, ".config/git/ignore")]

  /** The nearest file that decides wins, as in git. */
  function isIgnored(folder: string): boolean {
    const above = foldersBetween(root, path.dirname(folder)).map((at) => ({ at, file: path.join(at, ".gitignore") }))
    for (const { at, file } of [...above.reverse(), ...everywhere.map((one) => ({ at: root, file: one }))]) {
      const verdict = rulesIn(file)?.test(`${path.relative(at, folder)}/`)
      if (verdict?.ignored === true) return true
      if (verdict?.unignored === true) return false
    }
    return false
  }
  return folders.filter((folder) => !foldersBetween(root, folder).slice(1).some(isIgnored))
}

/** From the first directory down to the second, both included. */
function foldersBetween(from: string, to: string): readonly string[] {
  const parts = path
    .relative(from, to)
    .split(path.sep)
    .filter((part) => part !== "")
  return [from, ...parts.map((_, at) => path.join(from, ...parts.slice(0, at + 1)))]
}

function readRules(file: string): string | undefined {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size <= MOST_BYTES ? fs.readFileSync(file, "utf8") : undefined
}

interface OpenSourcesOptions {
  readonly settings: CatalogSettings
  readonly index: SummaryIndex
  readonly boundaries: LinkBoundaries
  readonly levels?: readonly SettingsLevel[] | undefined
}

/** A source for each skill directory, in the same order. */
function openSources(places: readonly SkillPlace[], options: OpenSourcesOptions): readonly SkillSource[] {
  return places
    .filter((place) => isPlaceTaken(place.at, options.levels))
    .map((place) => {
      const trusted = { ...place, trust: placeTrust[place.at], boundary: options.boundaries.of(place) }
      return openPlaceSource(trusted, { ...options, isOpen: options.boundaries.areOpen })
    })
}
