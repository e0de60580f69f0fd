/**
 * The story of `list`: from a host and its surroundings to a catalog.
 *
 * Invariants:
 * 1. Nothing here touches a file. Sources do, and they are opened by the caller.
 * 2. Every file that a source found is returned: as a winner, shadowed, a duplicate, or skipped with the reason.
 * 3. A source that fails causes one problem and does not affect the others.
 * 4. The same files, settings and variables give the same catalog, in the same order.
 * 5. What a host does is data in its profile. No step asks which host it is.
 * 6. A body is never read: frontmatter without a description comes with the beginning of its body.
 */
import { planPlaces } from "../hosts/plan-places.ts"
import type { HostProfile, Surroundings } from "../hosts/profile.ts"
import type { SkillSource, SourceListing } from "./skill-source.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import type { SkillPlace } from "../skill/place.ts"
import { skillProblem } from "../skill/problems.ts"
import type { Catalog } from "./catalog.ts"
import { listForModel } from "./listing.ts"
import { type ListedSource, decideWinners } from "./decide-winners.ts"
import type { CatalogSettings } from "../settings/settings.ts"
import type { StatusContext } from "./decide-status.ts"

export interface ListSkillsOptions extends SessionFacts {
  readonly around: Surroundings
  readonly settings: CatalogSettings
  /** What was wrong with the settings. */
  readonly problems: readonly Problem[]
  /** Opens a source for each skill directory, in the same order. */
  readonly openPlaces: (places: readonly SkillPlace[]) => readonly SkillSource[]
  /** Sources that are not directories, such as servers; they come last. */
  readonly others: readonly SkillSource[]
  /** The host was started without skills. */
  readonly skillsOff?: boolean | undefined
}

/** Everything that is known about one host. */
export interface ListedSkills {
  readonly settings: CatalogSettings
  readonly sources: readonly SkillSource[]
  readonly listed: readonly ListedSource[]
  readonly catalog: Catalog
}

export async function listSkills(profile: HostProfile, options: ListSkillsOptions): Promise<ListedSkills> {
  const { settings, around } = options
  // Where would this host look from here?
  const places = planPlaces(profile, { ...around, settingsDirs: settings.skillDirs })
  const isOff = options.skillsOff === true || profile.offBy?.some((name) => around.switchedOff.includes(name)) === true
  const sources = isOff ? [] : [...options.openPlaces(places), ...options.others]
  // What is there? Only frontmatter is read, from the index if a file did not change.
  const listed = await Promise.all(sources.map(listSource))
  // Which copy of each name wins, in which order, and who may use it?
  const context = await openStatusContext(listed, settings, options)
  const merged = decideWinners(profile, listed, context)
  // Which of them does the listing have no room for?
  const catalog = withoutRoom(merged, profile, settings)
  return { settings, sources, listed, catalog: { ...catalog, problems: [...options.problems, ...catalog.problems] } }
}

/** If not even its name fits, the model cannot use the skill; a person can still name it. */
function withoutRoom(catalog: Catalog, profile: HostProfile, settings: CatalogSettings): Catalog {
  if (profile.listing.budget?.over !== "round-robin") return catalog
  const { entries } = listForModel(catalog, profile, { settings: settings.listing })
  const missing = new Set(entries.filter(({ state }) => state === "missing").map(({ path }) => path))
  if (missing.size === 0) return catalog
  const skills = catalog.skills.map((skill) =>
    missing.has(skill.path) ? ({ ...skill, status: "user-only", reason: NO_ROOM, isListed: true } as const) : skill,
  )
  return { ...catalog, skills }
}

const NO_ROOM = "the listing has no room left for its name"

async function listSource(source: SkillSource): Promise<ListedSource> {
  try {
    return { source, listing: await source.list() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { source, listing: failedListing(source.label, error) }
  }
}

function failedListing(label: string, error: Error): SourceListing {
  const wording = {
    message: `this source could not be read (${error.message})`,
    fix: "check that it is reachable, then list again",
  }
  return { skills: [], problems: [placeProblem(label, skillProblem("source.failed", {}, wording))] }
}

/** Facts of a session that a status may depend on. */
interface SessionFacts {
  /** Files that were touched, relative to the project. */
  readonly touched: readonly string[]
  readonly versions: { readonly skillet: string; readonly agent: string | undefined }
}

/** The code that matches paths and compares versions is loaded only if a skill needs it. */
async function openStatusContext(
  listed: readonly ListedSource[],
  settings: CatalogSettings,
  { touched, versions }: SessionFacts,
): Promise<StatusContext> {
  const headers = listed.flatMap(({ listing }) => listing.skills.map(({ summary }) => summary.header))
  const isTouched =
    touched.length > 0 && headers.some(({ paths }) => paths !== undefined)
      ? (await import("./open-touch-check.ts")).openTouchCheck(touched)
      : () => false
  const semver = headers.some(({ requires }) => requires !== undefined) ? await import("semver") : undefined
  return {
    settings,
    isTouched,
    satisfies: (what, range) => {
      const at = versions[what]
      if (at === undefined || semver === undefined || semver.validRange(range) === null) return undefined
      return semver.satisfies(at, range, { includePrerelease: true })
    },
  }
}
