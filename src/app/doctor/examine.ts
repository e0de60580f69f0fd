import fs from "node:fs"
import { type Catalog, isUsable } from "../../catalog/catalog.ts"
import type { ListingEntry } from "../../catalog/listing.ts"
import { hostIds, profiles } from "../../hosts/profiles.ts"
import type { HostId } from "../../hosts/profile.ts"
import { isKeptByOthers } from "../../policy/trust/whose-skill.ts"
import type { Sandbox } from "../../ports/shell-runner.ts"
import type { Problem } from "../../problem/problem.ts"
import { sortProblems } from "../../problem/sort-problems.ts"
import { clashingNames } from "../../catalog/names/clashing-names.ts"
import { version } from "../../version.ts"
import { type ExaminedDriver, examineAgents } from "../agents/examine-agents.ts"
import { foldersAround, lintFile } from "../lint/lint-file.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { openRunner } from "../render/open-runner.ts"
import { findPrograms } from "../review/find-programs.ts"
import { examineRuns } from "../runs/examine-runs.ts"
import { findUnseen } from "./unseen.ts"

/** What is wrong here and what to do, and what the machine can do. */
export interface Examination {
  readonly host: HostId
  readonly skills: number
  readonly machine: Machine
  /** How much of the skills the host's model is shown. */
  readonly listing: {
    readonly entries: number
    readonly whole: number
    readonly cut: number
    readonly bare: number
    readonly missing: number
    /** Of those, the ones that do not come with Skillet: how many there are, and how many have no text or are missing. */
    readonly chosen: { readonly entries: number; readonly hidden: number }
  }
  /** How many skills each host would see. */
  readonly hosts: readonly {
    readonly host: HostId
    readonly title: string
    readonly observed: string
    readonly usable: number
    readonly problems: number
  }[]
  /** Which agents could be asked here. */
  readonly agents: readonly ExaminedDriver[]
  /** Which programs of others could be asked to review, and where they are. */
  readonly programs: readonly { readonly name: string; readonly at?: string | undefined }[]
  /** All that is wrong, worst first. */
  readonly problems: readonly Problem[]
}

export interface Machine {
  readonly skillet: string
  readonly node: string
  readonly nodeIsNewEnough: boolean
  readonly sandbox: Sandbox
  readonly cache: "used" | "off" | "not writable"
}

/** Looks at everything, bodies included. It changes nothing. */
export async function examine(
  skillet: Skillet,
  onProgress?: (done: number, all: number) => void,
): Promise<Examination> {
  const catalog = await skillet.catalog()
  const hosts = await Promise.all(hostIds.map((id) => examineHost(skillet, id)))
  const problems = [
    ...catalog.problems,
    ...clashingNames(catalog),
    ...(await authoring(skillet, catalog, onProgress)),
    ...(await findUnseen(skillet)),
    ...(await examineRuns(skillet.options.env ?? process.env)),
  ]
  return {
    host: skillet.host,
    skills: catalog.skills.length,
    machine: await machineState(skillet),
    listing: await countListing(skillet),
    hosts,
    agents: await examineAgents(skillet),
    programs: findPrograms(skillet.around.root).map(({ program: { name }, at }) => ({ name, at })),
    problems: sortProblems(problems),
  }
}

async function countListing(skillet: Skillet): Promise<Examination["listing"]> {
  const { entries } = await skillet.listing({})
  const count = (wanted: ListingEntry["state"]) => entries.filter(({ state }) => state === wanted).length
  const counts = { whole: count("whole"), cut: count("cut"), bare: count("bare"), missing: count("missing") }
  const { skills } = await skillet.catalog()
  const bundled = new Set(skills.filter(({ source }) => source === "bundled").map(({ path }) => path))
  const chosen = entries.filter(({ path }) => !bundled.has(path))
  const hidden = chosen.filter(({ state }) => state === "bare" || state === "missing").length
  return { entries: entries.length, ...counts, chosen: { entries: chosen.length, hidden } }
}

async function examineHost(skillet: Skillet, id: HostId) {
  const { skills, problems } = await skillet.catalog(id)
  const usable = skills.filter(isUsable).length
  return { host: id, title: profiles[id].title, observed: profiles[id].observed, usable, problems: problems.length }
}

async function machineState(skillet: Skillet): Promise<Machine> {
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

/** What the author would want to know; only of files that others do not keep for us. */
async function authoring(
  skillet: Skillet,
  catalog: Catalog,
  onProgress: ((done: number, all: number) => void) | undefined,
): Promise<readonly Problem[]> {
  const copies = (await skillet.copies()).filter(({ source }) => !isKeptByOthers(source))
  const context = { portable: false, folders: foldersAround(skillet) }
  const known = new Set(catalog.problems.map((one) => keyOf(one)))
  const skills = copies.flatMap(({ listing }) => listing.skills)
  return skills.flatMap(({ path, realPath, name, form }, at) => {
    onProgress?.(at, skills.length)
    return lintFile({ path, realPath, name, form }, context).filter((one) => !known.has(keyOf(one)))
  })
}

function keyOf({ code, path, line, column }: Problem): string {
  return `${code} ${path} ${line} ${column}`
}
