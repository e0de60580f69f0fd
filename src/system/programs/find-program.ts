import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import {
  decideFolders,
  type ProgramFacts,
  findDistrust,
  findStartingProject,
  type PlaceFacts,
  type RefusedPlace,
  type SearchFacts,
} from "./search-path.ts"

/** The absolute path of a program that may be started. Only this file makes them. */
export type Program = string & { readonly __brand: "Program" }

export interface Searching {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Directories that are worked on. The working directory of this process always counts as one. */
  readonly projects: readonly string[]
}

/** The one search path for every program that Skillet starts, and for those that they start. */
export interface SearchPath {
  /** For the variable PATH of a child. */
  readonly text: string
  readonly folders: readonly string[]
  /** Entries of the user's PATH that are not used. */
  readonly refused: readonly RefusedPlace[]
  /** Set if nothing may be started: this Skillet is a part of the project. */
  readonly startedIn?: string | undefined
  /** A program by its name. */
  find(name: string): Program | undefined
}

/** Used if the search path has no directory that may be used. An empty PATH would mean the working directory. */
const systemFolders = ["/usr/bin", "/bin", "/run/current-system/sw/bin"]

const opened = new Map<string, SearchPath>()

/** Reads the search path once for each project. */
export function openSearchPath({ env, projects }: Searching): SearchPath {
  const home = requireAbsolute(env["HOME"]) ?? os.userInfo().homedir
  const worked = [...new Set([...projects.map((one) => path.resolve(one)), workingFolder()])]
  const key = JSON.stringify([env["PATH"], home, worked])
  const known = opened.get(key) ?? readSearchPath(env["PATH"], home, worked)
  opened.set(key, known)
  return known
}

function readSearchPath(text: string | undefined, home: string, worked: readonly string[]): SearchPath {
  const facts: SearchFacts = {
    user: process.geteuid?.() ?? 0,
    system: readSystemOwners(),
    ownGroups: readOwnGroups(),
    projects: [...new Set(worked.flatMap(findRepositories).flatMap(bothNames))],
    homes: bothNames(home),
    node: path.dirname(fs.realpathSync(process.execPath)),
  }
  const entries = text === undefined || text === "" ? [] : text.split(path.delimiter)
  const { folders: listed, refused } = decideFolders(entries.map(gatherFacts), facts)
  const folders = listed.length > 0 ? listed : decideFolders(systemFolders.map(gatherFacts), facts).folders
  return {
    text: (folders.length > 0 ? folders : systemFolders).join(path.delimiter),
    folders,
    refused,
    startedIn: findStartingProject({ script: locateScript(), own: ownPackage() }, facts),
    find: (name) => findInFolders(folders, name, facts),
  }
}

function findInFolders(folders: readonly string[], name: string, facts: SearchFacts): Program | undefined {
  if (name === "" || name.includes("/")) return undefined
  for (const folder of folders) {
    const file = path.join(folder, name)
    if (!isExecutable(file) || findDistrust(gatherFacts(file), facts) !== undefined) continue
    const real = fs.realpathSync(file)
    // One program with several names, such as busybox, does what its name says.
    const isShared = path.basename(real) !== name && !readStart(real).startsWith("#!")
    return (isShared ? file : real) as Program
  }
  return undefined
}

/** A program that a person named by its path: it is used as it is. */
export function nameProgram(file: string): Program | undefined {
  return path.isAbsolute(file) && isExecutable(file) ? (file as Program) : undefined
}

/** The node that runs Skillet. */
export function runningNode(): Program {
  return process.execPath as Program
}

/** The shell that every system has at this path. */
export const systemShell = "/bin/sh" as Program

/** The code of the failure if a program is missing or may not be started. */
const MISSING = "program.missing"
const STARTED_IN_PROJECT = "program.started-in-project"

/** A program by its name, or a failure that says why there is none. */
export function requireProgram(search: SearchPath, name: string): Program {
  requireOutside(search)
  const found = search.find(name)
  if (found !== undefined) return found
  throw new SkilletError(MISSING, `${name} is not installed`, {
    retry: "no",
    next: "run `skillet doctor` to see which directories are searched",
  })
}

/** Throws if this Skillet is a part of the project that it works on: it then starts nothing. */
export function requireOutside({ startedIn }: Pick<SearchPath, "startedIn">): void {
  if (startedIn === undefined) return
  throw new SkilletError(STARTED_IN_PROJECT, describeStart(startedIn), {
    retry: "no",
    next: "install Skillet outside the project, and start it as `skillet`",
  })
}

export function describeStart(project: string): string {
  return `this Skillet belongs to the project it works on (${project}) or to a directory above it, so it starts no program`
}

/** Whether a failure means that a program could not be started at all. */
export function isWithoutProgram(error: unknown): error is SkilletError {
  return error instanceof SkilletError && (error.code === MISSING || error.code === STARTED_IN_PROJECT)
}

/** Whether a failure means that this Skillet may start nothing. */
export function isStartedInProject(error: unknown): boolean {
  return error instanceof SkilletError && error.code === STARTED_IN_PROJECT
}

/** Where a program really is, and the interpreter that its first line names. */
export function resolveProgram(
  at: string,
  search: SearchPath,
): {
  readonly paths: readonly string[]
  readonly interpreter?: string | undefined
} {
  const [, program = "", word = ""] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(readStart(at)) ?? []
  const interpreter = path.basename(program) === "env" ? search.find(word) : realPath(program)
  return { paths: [...new Set([at, fs.realpathSync(at)])], interpreter }
}

function readStart(file: string): string {
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(file, "r")
    const bytes = Buffer.alloc(256)
    return bytes.toString("utf8", 0, fs.readSync(descriptor, bytes))
  } catch (error) {
    // A program that may be run but not read is not a script.
    if (error instanceof Error && "code" in error) return ""
    throw error
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

/** Whether a file is there and may be run. */
export function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

/** What decides about a place; nothing is read for a relative name. */
function gatherFacts(name: string): PlaceFacts {
  const real = path.isAbsolute(name) ? realPath(name) : undefined
  if (real === undefined) return { name, way: [] }
  const above = new Set([...listWay(path.resolve(name)), ...listWay(path.dirname(real))])
  above.delete(real)
  return { name, real, way: [...above, real].flatMap(readFacts) }
}

/** A directory and all above it, from the top. */
function listWay(folder: string): readonly string[] {
  const above = path.dirname(folder)
  return above === folder ? [folder] : [...listWay(above), folder]
}

function readFacts(file: string): readonly ProgramFacts[] {
  const at = fs.statSync(file, { throwIfNoEntry: false })
  const name = fs.lstatSync(file, { throwIfNoEntry: false })
  if (at === undefined || name === undefined) return []
  return [{ path: file, owner: at.uid, nameOwner: name.uid, group: at.gid, mode: at.mode }]
}

/** A directory, and every repository that it is in. */
function findRepositories(folder: string): readonly string[] {
  return [...new Set([folder, realPath(folder) ?? folder])].flatMap((one) => [
    one,
    ...listWay(one).filter((above) => fs.existsSync(path.join(above, ".git"))),
  ])
}

function bothNames(folder: string): readonly string[] {
  return [...new Set([folder, realPath(folder) ?? folder])]
}

function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file)
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}

/** A working directory that was removed is nobody's project. */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (error instanceof Error && "code" in error) return path.sep
    throw error
  }
}

function locateScript(): PlaceFacts {
  const name = path.resolve(workingFolder(), process.argv[1] ?? "")
  return { name, real: realPath(name), way: [] }
}

/** The directory of our package: the nearest one above this code that has a package.json. */
function ownPackage(): string {
  const here = realPath(import.meta.dirname) ?? import.meta.dirname
  return [...listWay(here)].reverse().find((folder) => fs.existsSync(path.join(folder, "package.json"))) ?? here
}

/** The root user. Where a sandbox does not show who that is, files of the system belong to nobody. */
function readSystemOwners(): readonly number[] {
  const map = readLines("/proc/self/uid_map").map((line) => line.trim().split(/\s+/).map(Number))
  const isWhole = map.length === 0 || map.some(([from, to, count]) => from === 0 && to === 0 && count === 4294967295)
  return isWhole ? [0] : [0, Number(readLines("/proc/sys/kernel/overflowuid")[0] ?? 65534)]
}

/** macOS does not list its users in a file; its administrators may write anywhere. */
const administrators = 80

/** Groups that no user belongs to except this one and root. A group that is not listed may have anybody in it. */
export function readOwnGroups(): readonly number[] {
  if (process.platform === "darwin") return [0, administrators]
  const users = readLines("/etc/passwd").map((line) => line.split(":"))
  const us = new Set([
    "root",
    ...users.flatMap(([name = "", , id]) => (Number(id) === process.geteuid?.() ? [name] : [])),
  ])
  const groups = readLines("/etc/group").flatMap((line) => {
    const [, , id = "", members = ""] = line.split(":")
    const firsts = users.flatMap(([name = "", , , group]) => (group === id ? [name] : []))
    const all = [...firsts, ...members.split(",").filter((name) => name !== "")]
    return id !== "" && all.every((name) => us.has(name)) ? [Number(id)] : []
  })
  return [0, ...groups]
}

function readLines(file: string): readonly string[] {
  try {
    return fs
      .readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
  } catch (error) {
    if (error instanceof Error && "code" in error) return []
    throw error
  }
}
