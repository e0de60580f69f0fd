import { RECORD_FILE } from "../../../skill/lock-names.ts"
import fs from "node:fs"
import path from "node:path"
import type { HostId } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import { findReadingHosts, installPlaces } from "../../../hosts/skill-folders.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { isSkilletOnPath } from "../../../system/programs/is-skillet-on-path.ts"
import { findLinkBelow } from "../../../system/files/make-folders-below.ts"
import { type InstallRecord, listRecordedSkills, writeInstallRecord } from "../../install/install-record.ts"
import {
  type PlannedFile,
  type FileGroup,
  toGroup,
  type GroupChange,
  type InstallFate,
  type InstallState,
  planInstall,
  planRemoval,
} from "../../install/plan-install.ts"
import type { Session } from "../session/open-session.ts"
import { type EntriesCost, estimateSkills } from "./estimate-entries.ts"
import { digestFile, findInstalledSkills, readRecord } from "../sources/find-installed-skills.ts"
import { type InstallLocation, locateInstall } from "./locate-install.ts"
import { listBundledNames, readBundledSkill, requireBundled, requireKnown } from "./read-bundled-skill.ts"

export interface InstallWanted {
  readonly host: Exclude<HostId, "open">
  /** Names of skills that come with Skillet. To remove: none means all that were installed. */
  readonly skills: readonly string[]
  /** For the user, not in the project. */
  readonly isUser?: boolean | undefined
  readonly isUndo?: boolean | undefined
  /** Also what was edited since it was installed. */
  readonly isForced?: boolean | undefined
  /** The other parts of a plugin, which are there as long as it has skills. */
  readonly parts?: readonly FileGroup[] | undefined
}

/** What installing or removing skills would do; nothing is written. */
export interface SkillInstall extends InstallLocation {
  readonly host: HostId
  readonly skills: readonly SkillFate[]
  /** The directories of other parts of a plugin that were edited and are left alone. */
  readonly editedParts: readonly string[]
  readonly files: readonly PlannedFile[]
  readonly record: InstallRecord
  /** Whether anything is written or removed; a record that changes is. */
  readonly isChange: boolean
  /** Something that was asked for is not done: another skill has the name, or what is to be changed was edited. */
  readonly isRefused: boolean
  /** What the skills that are there afterwards cost in the host's listing. */
  readonly cost: EntriesCost
  readonly notes: readonly string[]
}

export interface SkillFate {
  readonly name: string
  readonly fate: InstallFate
  /** Its directory, or what has its name already. */
  readonly path: string
}

export async function planSkillInstall(session: Session, wanted: InstallWanted): Promise<SkillInstall> {
  const { host, isUser = false, isUndo = false } = wanted
  const { around } = session
  const place = installPlaces[host]
  const location = locateInstall(around, host, isUser)
  const state = readState(location, wanted.isForced === true)
  const recorded = listRecordedSkills(state.record, place.skills)
  const names = [...new Set(wanted.skills)]
  if (isUndo) requireKnown(names, recorded, { what: (name) => `"${name}" was not installed here`, all: ALL_REMOVED })
  else requireBundled(around.bundled, names)
  const plan = isUndo
    ? planUndo(names, { state, recorded, host })
    : await planAddition(session, { wanted, names, state })
  const cost = await estimateSkills(session, { host, isUser, skills: readKept(session, { wanted, plan, location }) })
  const isChange = plan.files.length > 0 || writeInstallRecord(plan.record) !== writeInstallRecord(state.record)
  const notes = listNotes(session, { host, isUser, isUndo, location })
  return { ...location, ...plan, host, isChange, isRefused: isRefused(plan, wanted), cost, notes }
}

/** What was not named, and was edited, is left alone without a refusal: only removing everything asks for it, too. */
function isRefused({ skills, editedParts }: Planned, { skills: named, isUndo = false }: InstallWanted): boolean {
  const isAsked = (name: string) => named.includes(name) || (isUndo && named.length === 0)
  const isLeft = ({ name, fate }: SkillFate) => fate === "taken" || (fate === "edited" && isAsked(name))
  return skills.some(isLeft) || (isUndo && editedParts.length > 0)
}

interface Kept {
  readonly wanted: InstallWanted
  readonly plan: Planned
  readonly location: InstallLocation
}

/** The skills that are there afterwards. What is not written now counts with the text that is on disk. */
function readKept({ around }: Session, { wanted, plan, location }: Kept): { name: string; text: string }[] {
  const { host, isUndo = false } = wanted
  const { skills: folder } = installPlaces[host]
  const bundled = listBundledNames(around.bundled)
  const names = isUndo
    ? listRecordedSkills(plan.record, folder)
    : plan.skills.flatMap(({ name, fate }) => (fate === "taken" ? [] : [name]))
  const isOnDisk = (name: string) =>
    isUndo || plan.skills.some((skill) => skill.name === name && skill.fate === "edited") || !bundled.includes(name)
  return names.flatMap((name) => {
    const file = path.join(location.directory, folder, name, "SKILL.md")
    if (!isOnDisk(name)) return [{ name, text: readBundledSkill(around.bundled, name, host)["SKILL.md"] ?? "" }]
    return fs.existsSync(file) ? [{ name, text: fs.readFileSync(file, "utf8") }] : []
  })
}

interface Planned {
  readonly skills: readonly SkillFate[]
  readonly files: readonly PlannedFile[]
  readonly record: InstallRecord
  readonly editedParts: readonly string[]
}

interface Addition {
  readonly wanted: InstallWanted
  readonly names: readonly string[]
  readonly state: ReadState
}

/** What is already there is brought up to date as well. */
async function planAddition(session: Session, { wanted, names, state }: Addition): Promise<Planned> {
  const { host, isUser = false, parts = [] } = wanted
  const { around } = session
  const { skills: folder } = installPlaces[host]
  refuseHidden(session, wanted)
  const elsewhere = await findElsewhere(session, {
    host,
    names,
    directory: locateInstall(around, host, isUser).directory,
  })
  const bundled = listBundledNames(around.bundled)
  const isThere = (name: string) => state.digest(path.posix.join(folder, name, "SKILL.md")) !== undefined
  const recorded = listRecordedSkills(state.record, folder)
  const kept = recorded.filter((name) => bundled.includes(name) && isThere(name))
  const installed = [...new Set([...names.filter((name) => !elsewhere.has(name)), ...kept])].toSorted()
  const groups = installed.map((name) =>
    toGroup(path.posix.join(folder, name), readBundledSkill(around.bundled, name, host)),
  )
  const change = planInstall(groups, state)
  const isEmpty = change.groups.every(({ fate }) => fate === "taken")
  const rest = planInstall(isEmpty ? [] : parts, { ...state, record: change.record })
  const unwanted = listPartFolders(state.record, folder).filter((name) => !parts.some((part) => part.name === name))
  const removed = planRemoval(unwanted, { ...state, record: rest.record })
  const skills = change.groups.map((group) => describeFate(group, state))
  return {
    skills: [...skills, ...names.flatMap((name) => elsewhere.get(name) ?? [])],
    files: [...change.groups, ...rest.groups, ...removed.groups].flatMap(({ changes }) => changes),
    record: removed.record,
    editedParts: listEdited([...rest.groups, ...removed.groups], state),
  }
}

function listEdited(groups: readonly GroupChange[], { directory }: ReadState): readonly string[] {
  return groups.flatMap(({ name, fate }) => (fate === "edited" ? [path.join(directory, name)] : []))
}

function describeFate({ name, fate }: GroupChange, { directory }: ReadState): SkillFate {
  return { name: path.posix.basename(name), fate, path: path.join(directory, name) }
}

/** The directories of a plugin besides the one of its skills. */
function listPartFolders(record: InstallRecord, skills: string): readonly string[] {
  if (skills === "") return []
  const folders = Object.keys(record).map((file) => file.split("/")[0] ?? file)
  return [...new Set(folders)].filter((folder) => folder !== skills)
}

/** Skills of the host with these names, which are not where they would be installed. */
async function findElsewhere(
  session: Session,
  { host, names, directory }: { readonly host: HostId; readonly names: readonly string[]; readonly directory: string },
): Promise<ReadonlyMap<string, SkillFate>> {
  const { plugin } = installPlaces[host as Exclude<HostId, "open">]
  const { skills } = await session.catalog(host)
  const named = new Map(names.map((name) => [plugin === undefined ? name : `${plugin}:${name}`, name]))
  const others = skills.filter((skill) => named.has(skill.name) && !skill.path.startsWith(`${directory}/`))
  const installed = new Set(findInstalledSkills(others).map((one) => one.path))
  return new Map(
    others.map((skill) => {
      const name = named.get(skill.name) ?? skill.name
      const fate = installed.has(skill.path) ? "current" : "taken"
      return [name, { name, fate, path: path.dirname(skill.path) }]
    }),
  )
}

/** Of two plugins with one name, a host loads only the user's. */
function refuseHidden({ around }: Session, { host, isUser = false }: InstallWanted): void {
  if (isUser || installPlaces[host].plugin === undefined) return
  const { directory } = locateInstall(around, host, true)
  if (!fs.existsSync(directory)) return
  const message = `${profiles[host].title} would not load it: ${directory} is a plugin of the same name, and the user's wins`
  throw new SkilletError("install.hidden", message, {
    retry: "no",
    next: "add --user to install the skills there, or remove it first with --user --undo",
  })
}

interface Removal {
  readonly state: ReadState
  readonly recorded: readonly string[]
  readonly host: Exclude<HostId, "open">
}

/**
 * With its last skill the rest of a plugin goes, too. If only edited skills are left, the plugin keeps what the host needs
 * to find them, and loses its commands and hooks.
 */
function planUndo(names: readonly string[], { state, recorded, host }: Removal): Planned {
  const { skills: folder } = installPlaces[host]
  const asked = names.length === 0 ? recorded : names
  const change = planRemoval(
    asked.map((name) => path.posix.join(folder, name)),
    state,
  )
  const isLast = recorded.every((name) => asked.includes(name))
  const isEmpty = change.groups.every(({ fate }) => fate === "removed")
  const parts = listPartFolders(state.record, folder).filter((name) => isEmpty || name !== MANIFEST_FOLDER)
  const rest = planRemoval(isLast ? parts : [], { ...state, record: change.record })
  return {
    skills: change.groups.map((group) => describeFate(group, state)),
    files: [...change.groups, ...rest.groups].flatMap(({ changes }) => changes),
    record: rest.record,
    editedParts: listEdited(rest.groups, state),
  }
}

/** The directory that makes a directory a plugin. */
const MANIFEST_FOLDER = ".claude-plugin"

interface ReadState extends InstallState {
  readonly directory: string
}

/** A link below the project or the user's directory could lead anywhere: nothing is read or written there. */
function readState({ anchor, directory }: InstallLocation, isForced: boolean): ReadState {
  refuseLinks(anchor, path.relative(anchor, directory))
  const file = path.join(directory, RECORD_FILE)
  refuseLinks(anchor, path.relative(anchor, file), "file")
  const record = readRecord(directory)
  if (record === undefined && fs.existsSync(file))
    throw new SkilletError("install.bad-record", `${file} cannot be read, so it is not known what was installed`, {
      retry: "no",
      next: "restore it, or delete it: then every skill there counts as yours",
    })
  return {
    directory,
    isForced,
    record: record ?? {},
    digest(name) {
      const at = path.join(directory, name)
      refuseLinks(anchor, path.relative(anchor, at), "file")
      return digestFile(at)
    },
  }
}

export function refuseLinks(anchor: string, below: string, last: "directory" | "file" = "directory"): void {
  const parts = below.split(path.sep)
  const wrong = findLinkBelow(anchor, last === "file" ? parts.slice(0, -1) : parts)
  if (wrong !== undefined) throw linkError(wrong.at, wrong.why)
  const stat = fs.lstatSync(path.join(anchor, below), { throwIfNoEntry: false })
  if (last === "file" && stat !== undefined && !stat.isFile())
    throw linkError(path.join(anchor, below), stat.isSymbolicLink() ? "is a link" : "is not a file")
}

function linkError(at: string, why: string): SkilletError {
  return new SkilletError("install.link", `${at} ${why}, and nothing is written or removed there`, {
    retry: "no",
    next: "put a real file or directory there, or choose the other level: the project, or --user",
  })
}

interface Noted {
  readonly host: Exclude<HostId, "open">
  readonly isUser: boolean
  readonly isUndo: boolean
  readonly location: InstallLocation
}

function listNotes({ around, options }: Session, { host, isUser, isUndo, location }: Noted): readonly string[] {
  const { skills, notes, isOnlyFoundThere } = installPlaces[host]
  const read = skills === "" ? location.directory : path.dirname(location.directory)
  const others = findReadingHosts(read, around).filter((id) => id !== host && id !== "open")
  const titles = others.map((id) => profiles[id].title)
  const shared =
    titles.length === 0 ? [] : [`${titles.join(" and ")} read${titles.length === 1 ? "s" : ""} this directory, too.`]
  if (isUndo) return shared
  const env = options.env ?? process.env
  const isElsewhere = !isUser && isOnlyFoundThere === true && around.cwd !== around.root
  return [
    ...shared,
    ...(isUser ? [] : notes),
    ...(isElsewhere ? [`${profiles[host].title} finds them only if it is started in ${around.root}.`] : []),
    ...(isSkilletOnPath(env, around.root) ? [] : [NOT_ON_PATH]),
  ]
}

const ALL_REMOVED = "without --skills everything is removed"

const NOT_ON_PATH = "skillet is not on the search path: the commands in these skills fail until it is."
