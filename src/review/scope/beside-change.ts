import { formatCount } from "../../text/format-count.ts"
import { isTestPath, openImports, type ScanFile, detectTreeLanguage } from "@skillet/scan"
import { isGenerated } from "../claims/file-place.ts"
import { readCode } from "./read-code.ts"
import type { Content, ScopeEntry } from "./select-files.ts"

/** Files outside a change that data may come from or go to. */
interface BesideChange {
  /** They import changed files, directly or indirectly, so data may come from them and they are scanned too. */
  readonly callers: readonly ScanFile[]
  readonly others: readonly ScanFile[]
}

const MOST_BESIDE = 3000
const MOST_CALLERS = 60
const MOST_DEEP = 3

/** Unchanged code to scan together with a change, nearest directories first, without tests and generated code. */
export function selectBesideChange(
  project: readonly ScopeEntry[],
  changed: readonly string[],
): { readonly wanted: readonly ScopeEntry[]; readonly left: number } {
  const own = new Set(changed)
  const folders = foldersAround(changed)
  const isFlowing = ({ path, kind }: ScopeEntry) =>
    kind === "file" &&
    !own.has(path) &&
    detectTreeLanguage(path) !== undefined &&
    !isTestPath(path) &&
    !isGenerated(path, "")
  const near = project
    .filter(isFlowing)
    .map((entry) => ({ entry, depth: depthAmong(folders, entry.path) }))
    .sort((a, b) => b.depth - a.depth || (a.entry.path < b.entry.path ? -1 : 1))
  return {
    wanted: near.slice(0, MOST_BESIDE).map(({ entry }) => entry),
    left: Math.max(0, near.length - MOST_BESIDE),
  }
}

export function sortBeside(contents: ReadonlyMap<string, Content>, changed: readonly ScanFile[]): BesideChange {
  const beside = new Map([...contents].flatMap(([name, content]) => toScanFile(name, content)))
  const importsOf = openImports([...beside.values(), ...changed])
  const callers = findCallers(
    changed.map(({ name }) => name),
    new Map([...beside.keys()].map((name) => [name, importsOf(name)])),
  )
  const files = [...beside.values()]
  return {
    callers: files.filter(({ name }) => callers.has(name)),
    others: files.filter(({ name }) => !callers.has(name)),
  }
}

function toScanFile(name: string, content: Content): readonly (readonly [string, ScanFile])[] {
  const code = content.kind === "bytes" ? readCode(content.bytes, name) : undefined
  return code === undefined || "why" in code ? [] : [[name, { name, bytes: code.bytes }]]
}

/** Files that import one of these, directly or indirectly, nearest first, up to a limit. */
function findCallers(changed: readonly string[], imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>()
  let edge = new Set(changed)
  for (let depth = 0; depth < MOST_DEEP && edge.size > 0; depth++) {
    const next = new Set<string>()
    for (const [name, imported] of imports)
      if (!found.has(name) && found.size < MOST_CALLERS && imported.some((one) => edge.has(one))) {
        found.add(name)
        next.add(name)
      }
    edge = next
  }
  return found
}

function foldersAround(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => listFolders(path)))
}

/** How many directories a file shares with the nearest changed one. */
function depthAmong(folders: ReadonlySet<string>, path: string): number {
  return listFolders(path).findLastIndex((folder) => folders.has(folder))
}

/** The directories that a file is in, outermost first. */
function listFolders(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"))
}

export function describeLeftBeside(left: number): string {
  return `data was followed into the ${MOST_BESIDE} unchanged files nearest to the change, but not into ${formatCount(left, "other")}`
}
