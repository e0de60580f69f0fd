import fs from "node:fs"
import path from "node:path"
import { isWithin, realPath } from "../system/files/is-within.ts"
import { isExecutable } from "../system/programs/find-program.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"

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
 * skillet` in our own clone, else the full path. Elsewhere npx would run whatever the project or the registry has under
 * that name.
 */
export function findStartCommand(start: ProcessStart, directory: string): string {
  if (isSame(onPath("skillet", start.path), start.script)) return "skillet"
  if (isThroughNpx(start.script) && isInClone(start.script, directory)) return "npx skillet"
  return `${nodeWord(start)} ${quoteForShell(start.script)}`
}

const MODULES = `${path.sep}node_modules${path.sep}`

/** npx starts a link in a directory of packages: its own cache, or the clone's. */
function isThroughNpx(script: string): boolean {
  return script.includes(MODULES)
}

/** Whether the script is the one that was built in this clone, and the directory is in the same clone. */
function isInClone(script: string, directory: string): boolean {
  const built = realPath(script)
  if (built === undefined || built.includes(MODULES)) return false
  const clone = path.dirname(path.dirname(built))
  return fs.existsSync(path.join(clone, "package.json")) && isWithin(directory, clone)
}

function nodeWord({ node, path: searched }: ProcessStart): string {
  return isSame(onPath("node", searched), node) ? "node" : quoteForShell(node)
}

/** npm adds a project's programs to the search path of what it starts; the reader's shell does not have them there. */
function onPath(program: string, searched: string | undefined): string | undefined {
  const folders = (searched ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return folders
    .filter((folder) => !folder.endsWith(path.join("node_modules", ".bin")))
    .map((folder) => path.join(folder, program))
    .find(isExecutable)
}

function isSame(one: string | undefined, other: string): boolean {
  const real = one === undefined ? undefined : realPath(one)
  return real !== undefined && real === realPath(other)
}
