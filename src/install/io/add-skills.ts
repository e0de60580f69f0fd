import type { AuditReport, NotRead, SkillCapabilities } from "../../audit/audit-report.ts"
import type { KnownSkills } from "../../audit/known-skills.ts"
import type { Finding } from "../../finding/finding.ts"
import type { HostId } from "../../hosts/profile.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { SkillCandidate } from "../content/read-candidate.ts"
import { decidePlaces } from "../decide-places.ts"
import { findRequirementCycle } from "../find-requirement-cycle.ts"
import { findNameFault, isNameFault, isSameOrigin, makeRow } from "../decide-install.ts"
import type { InstalledPlace, LockedSkill, LockFile } from "../lock/lock-file.ts"
import type { NewContent } from "../new-content.ts"
import type { ElsewherePlugin } from "../source/find-offers.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import { sha256 } from "../../text/sha256.ts"
import { auditCandidate } from "./audit-candidate.ts"
import { changeInstalled, requireNoLink } from "./change-installed.ts"
import { findPlace } from "./find-places.ts"
import { loadLock } from "./install-scope.ts"
import { findKnownSkills, type Installer, type LoadedCandidates, loadWanted, type RefusedSkill } from "./installer.ts"
import { ensureContents } from "./locked-contents.ts"
import { type ChangeOptions, planSkillsLock } from "./plan-skills-lock.ts"
import { readRequests, requireExpected } from "./read-requests.ts"
import { replaceSkill } from "./replace-skill.ts"

export interface AddOptions {
  /** If it is absent, what `package.json` of the project names in `skills`. */
  readonly source?: string | undefined
  readonly skills?: readonly string[] | undefined
  /** Every skill of the source. */
  readonly all?: boolean | undefined
  /** The name to install it under; only for one skill. */
  readonly as?: string | undefined
  readonly hosts?: readonly HostId[] | undefined
  /** For all projects of the user. */
  readonly global?: boolean | undefined
  /** A copy instead of a link, where an agent does not read the shared directory. */
  readonly copy?: boolean | undefined
  /** Only an archive that workflows of this repository on GitHub attested. */
  readonly attestedBy?: string | undefined
}

/** What would be installed. Nothing was written into the project, and nothing was run. */
export interface AddPlan {
  /** What the source was resolved to. */
  readonly source: string
  /** Over all of these skills; of one skill it is its digest. */
  readonly hash: string
  readonly skills: readonly PlannedSkill[]
  /** With `all`: skills that cannot be installed, because of their files or their names. The others can. */
  readonly refused: readonly RefusedSkill[]
  /** Plugins that the source lists and that are in other places. */
  readonly elsewhere: readonly ElsewherePlugin[]
}

export interface PlannedSkill {
  readonly name: string
  /** As its own frontmatter calls it. */
  readonly calledItself: string
  readonly row: LockedSkill
  /** same: exactly this is installed already. */
  readonly change: "new" | "update" | "same"
  readonly capabilities: SkillCapabilities
  readonly findings: readonly Finding[]
  readonly notRead: readonly NotRead[]
  readonly checked: AuditReport["checked"]
  /** Skills that it needs and that are not installed. */
  readonly missing: readonly string[]
}

export async function planAdd(installer: Installer, options: AddOptions): Promise<AddPlan> {
  const loaded: LoadedCandidates[] = []
  for (const { spec, wanted, expected } of readRequests(installer, options)) {
    const one = await loadWanted(installer, spec, { ...wanted, mayLeaveOut: options.all })
    if (expected !== undefined) requireExpected(one, expected)
    loaded.push(one)
  }
  const candidates = dropRepeated(loaded.flatMap((one) => one.candidates))
  const refused = loaded.flatMap((one) => one.refused)
  const count = candidates.length + refused.length
  if (options.as !== undefined && count !== 1)
    throw new SkilletError("install.as", `--as names one skill, and ${count} would be installed`, {
      retry: "no",
      next: "name one with --skill NAME",
    })
  const { lock } = loadLock(installer.scope)
  const planning = { installer, options, lock, known: await findKnownSkills(installer) }
  const planned: PlannedSkill[] = []
  for (const candidate of candidates) {
    const one = await planOne(candidate, planning, count)
    if ("row" in one) planned.push(one)
    else refused.push(one)
  }
  const twins = listTwins(planned)
  if (options.all !== true) refuseTwins(twins)
  refused.push(...twins.map(describeTwin))
  const skills = planned.filter((one) => !twins.includes(one))
  refuseCycle(lock, skills)
  return {
    source: [...new Set(loaded.map(({ opened }) => opened.shown))].join(", "),
    hash: combinePlanned(skills),
    elsewhere: loaded.flatMap(({ opened }) => opened.elsewhere),
    skills: addMissing(skills, lock),
    refused,
  }
}

function combinePlanned(skills: readonly PlannedSkill[]): string {
  const [first, ...others] = skills
  if (first !== undefined && others.length === 0) return first.row.digest
  const lines = skills.map(({ name, row }) => `${name}\0${row.digest}\n`).sort(compareBytes)
  return `sha256:${sha256(lines.join(""))}`
}

/** Two entries of a manifest may ask for the same skill. */
function dropRepeated(candidates: readonly SkillCandidate[]): readonly SkillCandidate[] {
  const isSame = (a: SkillCandidate, b: SkillCandidate) => a.digest === b.digest && isSameOrigin(a.source, b.source)
  return candidates.filter((one, at) => candidates.findIndex((other) => isSame(one, other)) === at)
}

interface Planning {
  readonly installer: Installer
  readonly options: AddOptions
  readonly lock: LockFile
  readonly known: KnownSkills
}

/**
 * One that cannot be installed under its name stops those that were named; of all of a source the others are installed.
 * Only one alone can get another name.
 */
async function planOne(
  candidate: SkillCandidate,
  planning: Planning,
  count: number,
): Promise<PlannedSkill | RefusedSkill> {
  try {
    return await planSkill(candidate, planning)
  } catch (error) {
    if (count === 1 || !(error instanceof SkilletError) || !isNameFault(error.code)) throw error
    if (planning.options.all === true)
      return { name: candidate.name, code: error.code, message: error.message, next: error.next }
    throw new SkilletError(error.code, error.message, {
      retry: error.retry,
      next: `add it alone with --skill ${candidate.name} --as NAME, and name the others with --skill`,
      cause: error,
    })
  }
}

async function planSkill(
  candidate: SkillCandidate,
  { installer, options, lock, known }: Planning,
): Promise<PlannedSkill> {
  const name = options.as ?? candidate.name
  const before = lock.skills.get(name)
  const hosts = options.hosts ?? [installer.session.host]
  const others = options.copy === true ? "copy" : "link"
  const places = joinPlaces(before?.installedTo ?? [], decidePlaces(name, hosts, others), others)
  requireName(installer, { name, candidate, before, places })
  if (before !== undefined) await ensureContents(installer, { name, row: before })
  const { audit, ...audited } = await auditCandidate({ ...candidate, name }, known)
  const row = makeRow({ candidate, audit, places })
  const isSame = before?.digest === row.digest && JSON.stringify(before.installedTo) === JSON.stringify(places)
  return {
    ...audited,
    name,
    calledItself: candidate.name,
    row,
    change: before === undefined ? "new" : isSame ? "same" : "update",
    missing: [],
  }
}

interface WantedName {
  readonly name: string
  readonly candidate: Pick<LockedSkill, "source" | "files">
  readonly before: LockedSkill | undefined
  readonly places: readonly InstalledPlace[]
}

function requireName({ bundled, scope }: Installer, { name, candidate, before, places }: WantedName): void {
  for (const { path } of places) requireNoLink(scope.root, path)
  const find = ({ path }: InstalledPlace) => findPlace(scope.root, path)
  const fault = findNameFault({
    name,
    source: candidate.source,
    files: candidate.files,
    row: before,
    bundled,
    places,
    find,
  })
  if (fault !== undefined) throw new SkilletError(fault.code, fault.message, { retry: "no", next: fault.next })
}

/** A skill keeps its places, and there is still one real copy. */
function joinPlaces(
  before: readonly InstalledPlace[],
  wanted: readonly InstalledPlace[],
  how: "link" | "copy",
): readonly InstalledPlace[] {
  if (before.length === 0) return wanted
  const others = wanted.filter(({ path }) => before.every((place) => place.path !== path))
  const kept = before.map((place) => (place.kind === "link" && how === "copy" ? { ...place, kind: how } : place))
  return [...kept, ...others.map(({ path, kind }) => ({ path, kind: kind === "real" ? how : kind }))]
}

/** Skills of which another has the same name. */
function listTwins(skills: readonly PlannedSkill[]): readonly PlannedSkill[] {
  return skills.filter(({ name }) => skills.filter((other) => other.name === name).length > 1)
}

function refuseTwins([first]: readonly PlannedSkill[]): void {
  if (first === undefined) return
  const { code, message, next } = describeTwin(first)
  throw new SkilletError(code, message, { retry: "no", next })
}

function describeTwin({ name, row }: PlannedSkill): RefusedSkill {
  const { path = "." } = row.source
  return {
    name,
    code: "install.ambiguous",
    message: `two skills call themselves ${name}; one is in ${path}`,
    next: "name one of them by its directory with --skill DIR, or give it another name with --as NAME",
  }
}

/** Skills that require each other in a circle have no order in which they could be used, so they are not installed. */
export function refuseCycle(lock: LockFile, planned: readonly Pick<Installable, "name" | "row">[]): void {
  const rows = planned.map(({ name, row }) => [name, row] as const)
  const cycle = findRequirementCycle(
    new Map([...lock.skills, ...rows]),
    planned.map(({ name }) => name),
  )
  if (cycle === undefined) return
  throw new SkilletError("install.cycle", `skills require each other in a circle: ${cycle.join(" → ")}`, {
    retry: "no",
    next: "tell the author of one of them; nothing was installed",
  })
}

function addMissing(skills: readonly PlannedSkill[], lock: LockFile): readonly PlannedSkill[] {
  const there = new Set([...lock.skills.keys(), ...skills.map(({ name }) => name)])
  return skills.map((skill) => ({
    ...skill,
    missing: (skill.row.requires.skills ?? []).filter((one) => !there.has(one)),
  }))
}

export interface ChangedSkills {
  readonly skills: readonly ChangedSkill[]
}

export interface ChangedSkill {
  readonly name: string
  readonly digest: string
  readonly installedTo: readonly InstalledPlace[]
  /** Files that are not the skill's own and stayed where they were. */
  readonly kept: readonly string[]
  /** Files with changes of the user, which are kept in the overlay. */
  readonly edited: readonly string[]
}

/** What is needed to install a skill; an update comes from the row itself, so its name is not asked about again. */
export type Installable = Pick<PlannedSkill, "name" | "row"> & { readonly isUpdate?: boolean }

/** Installs what was planned. Names are checked again, because another process may have been faster. */
export function installPlanned(
  installer: Installer,
  planned: readonly Installable[],
  { writeSkillsLock = false }: ChangeOptions = {},
): ChangedSkills {
  return changeInstalled(installer.scope, ({ lock }) => {
    refuseCycle(lock, planned)
    const skills = new Map(lock.skills)
    const places = new Map<string, NewContent>()
    const result: ChangedSkill[] = []
    for (const { name, row, isUpdate } of planned) {
      const before = lock.skills.get(name)
      if (isUpdate !== true) requireName(installer, { name, candidate: row, before, places: row.installedTo })
      const replaced = replaceSkill(installer, name, { before, now: row })
      skills.set(name, replaced.row)
      for (const [place, content] of replaced.places) places.set(place, content)
      result.push({
        name,
        digest: row.digest,
        installedTo: row.installedTo,
        kept: replaced.kept,
        edited: replaced.edited,
      })
    }
    const rows = new Map(planned.map(({ name }) => [name, skills.get(name)]))
    const others = writeSkillsLock ? planSkillsLock(installer, { rows, places }) : []
    return { change: { places: new Map([...places, ...others]), lock: { skills } }, result: { skills: result } }
  })
}
