import fs from "node:fs"
import { isUsable } from "../../catalog/catalog.ts"
import { countListing, type ListingCounts } from "../../catalog/listing/count-listing.ts"
import { findClashes } from "../find-clashes.ts"
import type { HostId } from "../../hosts/profile.ts"
import { hostIds, profiles } from "../../hosts/profiles.ts"
import { isKeptByOthers } from "../../trust/place-trust.ts"
import type { ClientSettings } from "../../settings/client-settings.ts"
import type { Sandbox } from "../../shell/shell-runner.ts"
import { joinProblems, type Problem } from "../../problem/problem.ts"
import { version } from "../../system/version.ts"
import { examineAgents, type ExaminedDriver } from "../../run/io/agents/list-asked-agents.ts"
import { listFoldersAround, listSkillNames, lintFile } from "../../catalog/io/lint/lint-file.ts"
import {
  openSearchPath,
  describeStart,
  runningNode,
  type SearchPath,
  systemShell,
} from "../../system/programs/find-program.ts"
import { findPrograms } from "../../review/io/run-programs.ts"
import { examineRuns } from "./examine-runs.ts"
import { hasHostFolder } from "../../catalog/io/session/has-host-folder.ts"
import { openRunner } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { findSkippedSkills, sortByHarm } from "../rank-problems.ts"
import { findUnseen } from "./unseen.ts"
import { listHookProblems } from "../../tasks/io/hook-failures.ts"
import { describeDistrust } from "../../system/programs/search-path.ts"

/** What is wrong here and how to fix it, and what the machine supports. */
export interface Examination {
  readonly host: HostId
  /** Whose rules the problems follow: the agents that are here, unless one is named or runs this. */
  readonly judged: readonly HostId[]
  /** Of those; a file that several find counts once. */
  readonly skills: number
  readonly machine: ExaminedMachine
  /** How much the model of each of them sees. */
  readonly listings: readonly { readonly host: HostId; readonly title: string; readonly counts: ListingCounts }[]
  /** How many skills each host would see. */
  readonly hosts: readonly {
    readonly host: HostId
    readonly title: string
    readonly observed: string
    readonly usable: number
    readonly problems: number
    /** Its program or its directory was found here, or its rules are in force. */
    readonly isThere: boolean
  }[]
  /** Which agents could be used here. */
  readonly agents: readonly ExaminedDriver[]
  /** What clients of `skillet mcp` may do: all of them, and some by name. */
  readonly clients: ClientSettings
  /** Which third-party programs could be used in reviews, and where they are. */
  readonly programs: readonly { readonly name: string; readonly at?: string | undefined }[]
  /** Which programs Session itself starts, and where they are searched for. */
  readonly search: ExaminedSearch
  /** All problems, worst first. */
  readonly problems: readonly Problem[]
}

export interface ExaminedMachine {
  readonly skillet: string
  readonly node: string
  readonly nodeIsNewEnough: boolean
  readonly sandbox: Sandbox
  readonly cache: "used" | "off" | "not writable"
}

export interface ExamineOptions {
  readonly onProgress?: ((done: number, all: number) => void) | undefined
  /** What is wrong with the modules that register workflows. */
  readonly moduleProblems?: readonly Problem[] | undefined
}

/** Checks everything, including bodies. It changes nothing. */
export async function examine(skillet: Session, how: ExamineOptions = {}): Promise<Examination> {
  const env = skillet.options.env ?? process.env
  const search = openSearchPath({ env, projects: [skillet.around.cwd, skillet.around.root] })
  const agents = await examineAgents(skillet)
  const there = hostIds.filter((id) => isHostThere(skillet, id, agents))
  const judged = chooseJudged(skillet, there)
  const shown = hostIds.filter((id) => there.includes(id) || judged.includes(id))
  const catalogs = await Promise.all(judged.map((id) => skillet.catalog(id)))
  const known = catalogs.reduce<readonly Problem[]>((all, one) => joinProblems(all, one.problems), [])
  const problems = [
    ...findSkippedSkills(await Promise.all(shown.map((id) => skillet.catalog(id)))),
    ...known,
    ...findClashes(catalogs),
    ...(await authoring(skillet, { judged, known, onProgress: how.onProgress })),
    ...(await findUnseen(skillet, shown)),
    ...(await examineRuns(env)),
    ...listHookProblems(env, Date.now()),
  ]
  return {
    host: skillet.host,
    judged,
    skills: new Set(catalogs.flatMap(({ skills }) => skills.map(({ path }) => path))).size,
    machine: await machineState(skillet),
    listings: await Promise.all(judged.map((id) => examineListing(skillet, id))),
    hosts: await Promise.all(hostIds.map((id) => examineHost(skillet, id, shown.includes(id)))),
    agents,
    clients: (await skillet.settings()).mcp,
    search: describeSearch(search),
    programs: findPrograms(skillet.around.root, search).map(({ program: { name }, at }) => ({ name, at })),
    problems: sortByHarm(joinProblems(problems, how.moduleProblems ?? [])),
  }
}

/** Whether an agent is here: its program, or the directory in which it keeps its settings. */
function isHostThere({ around }: Session, id: HostId, agents: readonly ExaminedDriver[]): boolean {
  return agents.some(({ driver, kind }) => driver === id && kind === "ready") || hasHostFolder(around, id)
}

/** Nobody has an agent with the open order: it counts only if it was asked for, or no agent is here. */
function chooseJudged({ host, options }: Session, there: readonly HostId[]): readonly HostId[] {
  const isAsked = options.host !== undefined && options.host !== "auto"
  return host === "open" && !isAsked && there.length > 0 ? there : [host]
}

async function examineListing(skillet: Session, host: HostId) {
  const { entries } = await skillet.listing({ host })
  return { host, title: profiles[host].title, counts: countListing(entries, (await skillet.catalog(host)).skills) }
}

async function examineHost(skillet: Session, id: HostId, isThere: boolean) {
  const { skills, problems } = await skillet.catalog(id)
  const usable = skills.filter(isUsable).length
  const { title, observed } = profiles[id]
  return { host: id, title, observed, usable, problems: problems.length, isThere }
}

async function machineState(skillet: Session): Promise<ExaminedMachine> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return {
    skillet: version,
    node: process.versions.node,
    nodeIsNewEnough: major > 20 || (major === 20 && minor >= 19),
    sandbox: await (await openRunner(skillet)).sandbox(),
    cache: skillet.cache === undefined ? "off" : isWritable(skillet.cache) ? "used" : "not writable",
  }
}

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(fs.existsSync(folder) ? folder : nearestExisting(folder), fs.constants.W_OK)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

function nearestExisting(folder: string): string {
  const above = folder.replace(/\/[^/]*$/, "")
  if (above === "" || above === folder) return "/"
  return fs.existsSync(above) ? above : nearestExisting(above)
}

interface Authoring {
  readonly judged: readonly HostId[]
  /** What the catalogs said already. */
  readonly known: readonly Problem[]
  readonly onProgress: ((done: number, all: number) => void) | undefined
}

/** What the author would want to know; only for files that are maintained here. */
async function authoring(skillet: Session, { judged, known, onProgress }: Authoring): Promise<readonly Problem[]> {
  const found = (await Promise.all(judged.map((id) => skillet.copies(id)))).flat()
  const copies = found.filter(({ source }) => !isKeptByOthers(source)).flatMap(({ listing }) => listing.skills)
  const context = { portable: false, folders: listFoldersAround(skillet), skills: await listSkillNames(skillet) }
  const said = new Set(known.map((one) => toProblemKey(one)))
  const skills = [...new Map(copies.map((skill) => [skill.path, skill])).values()]
  return skills.flatMap(({ path, realPath, name, form }, at) => {
    onProgress?.(at, skills.length)
    return lintFile({ path, realPath, name, form }, context).filter((one) => !said.has(toProblemKey(one)))
  })
}

/** What is wrong with a whole file is said once, wherever in it that is. */
function toProblemKey({ code, path, line, column }: Problem): string {
  return code.startsWith("file.") ? `${code} ${path}` : `${code} ${path} ${line} ${column}`
}

interface ExaminedSearch {
  readonly programs: readonly { readonly name: string; readonly at?: string | undefined }[]
  readonly folders: readonly string[]
  /** Entries of PATH that are not used, each with the reason. */
  readonly refused: readonly string[]
  /** Why no program is started at all. */
  readonly blocked?: string | undefined
}

/** What Session starts by itself; agents and the programs of a review are listed on their own. */
const STARTED = ["git", "bash", "pwsh", "bwrap"]

function describeSearch(search: SearchPath): ExaminedSearch {
  const { folders, refused, startedIn } = search
  const fixed = [
    { name: "node", at: runningNode() },
    { name: "sh", at: systemShell },
  ]
  return {
    programs: [...fixed, ...STARTED.map((name) => ({ name, at: search.find(name) }))],
    folders,
    refused: refused.map(describeDistrust),
    blocked: startedIn === undefined ? undefined : describeStart(startedIn),
  }
}
