import fs from "node:fs"
import path from "node:path"
import { isProgram } from "../../adapters/find-program.ts"
import { isBelow } from "../../text/paths.ts"
import { shellWord } from "../../run/directive/commands.ts"

/** What a process knows about how it was started. */
export interface ProcessStart {
  /** The script as it was named, as an absolute path: a link stays a link. */
  readonly script: string
  /** The program that runs the script. */
  readonly node: string
  /** The search path for programs. */
  readonly path: string | undefined
}

/**
 * The words that start this Skillet again from anywhere in a directory: `skillet` if the search path finds it, `npx
 * skillet` if npx does, else the full path. npm scripts need no special case: they start one of these.
 */
export function startedAs(start: ProcessStart, directory: string): string {
  if (isSame(onPath("skillet", start.path), start.script)) return "skillet"
  return throughNpx(start.script, directory) ?? `${nodeWord(start)} ${shellWord(start.script)}`
}

function throughNpx(script: string, directory: string): string | undefined {
  const at = script.indexOf(MODULES)
  if (at < 0) return undefined
  const holder = script.slice(0, at)
  if (IN_CACHE.test(holder)) return fromCache(holder, directory)
  const isFound = isWithin(directory, holder) && fs.existsSync(path.join(holder, "node_modules", ".bin", "skillet"))
  return isFound ? "npx skillet" : undefined
}

const MODULES = `${path.sep}node_modules${path.sep}`
const IN_CACHE = /[\\/]_npx[\\/][^\\/]+$/

/**
 * npx records in its cache what it was asked to run: a name, a version, an address, or the directory of the package
 * itself.
 */
function fromCache(holder: string, directory: string): string | undefined {
  const asked = packagesOf(path.join(holder, "package.json"))
  const [only] = asked
  if (only === undefined || asked.length > 1) return undefined
  const isOwn = path.isAbsolute(only) && isWithin(directory, only)
  return isOwn ? "npx skillet" : `npx ${shellWord(only)}`
}

function packagesOf(file: string): readonly string[] {
  try {
    const { _npx: noted } = JSON.parse(fs.readFileSync(file, "utf8")) as { _npx?: { packages?: unknown } }
    const { packages } = noted ?? {}
    return Array.isArray(packages) && packages.every((one) => typeof one === "string") ? packages : []
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return []
    throw error
  }
}

/** Whether a directory is the same as another one or inside it. Both are compared by their real paths. */
export function isWithin(directory: string, holder: string): boolean {
  return isBelow(realPath(holder) ?? holder, realPath(directory) ?? directory)
}

function nodeWord({ node, path: searched }: ProcessStart): string {
  return isSame(onPath("node", searched), node) ? "node" : shellWord(node)
}

/** npm adds a project's programs to the search path of what it starts; the reader's shell does not have them there. */
function onPath(program: string, searched: string | undefined): string | undefined {
  const folders = (searched ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return folders
    .filter((folder) => !folder.endsWith(path.join("node_modules", ".bin")))
    .map((folder) => path.join(folder, program))
    .find(isProgram)
}

function isSame(one: string | undefined, other: string): boolean {
  const real = one === undefined ? undefined : realPath(one)
  return real !== undefined && real === realPath(other)
}

function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file)
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
