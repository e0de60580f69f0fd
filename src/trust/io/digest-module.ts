import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { type ImportFault, listImports } from "../list-imports.ts"
import { combineDigests, type DigestedFile } from "../combine-digests.ts"
import type { SkillDigest } from "./digest-skill.ts"
import { MOST_MODULE_BYTES, readCovered, toDigestedFile } from "./read-approved-module.ts"
import { canLoadTypeScript, isTypeScript, stripTypes } from "./strip-types.ts"

/** A module and everything that it imports from its directory, each read once. */
export interface ModuleDigest extends SkillDigest {
  /** The module's own text. */
  readonly text: string
  /** The modules of Node that it uses. */
  readonly builtins: readonly string[]
}

const MOST_SKILL_FILES = 200

/** Digests a module by its real path, with the files it imports. Throws if an import cannot be covered. */
export function digestModule(realFile: string): ModuleDigest {
  const folder = path.dirname(realFile)
  const first = path.basename(realFile)
  const read = new Map<string, Buffer>()
  const builtins = new Set<string>()
  const faults: (ImportFault & { readonly file: string })[] = []
  const open = [first]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (read.has(name)) continue
    const bytes = readCovered(folder, name)
    read.set(name, bytes)
    requireRoom(realFile, read)
    const imports = listImports(name, readCode(path.join(folder, name), bytes))
    open.push(...imports.files)
    for (const builtin of imports.builtins) builtins.add(builtin)
    for (const fault of imports.faults) faults.push({ ...fault, file: name })
  }
  if (faults.length > 0) throw notCovered(folder, faults)
  const files = [...read].map(([name, bytes]) => toDigestedFile(name, bytes)).sort(compareByPath)
  const text = read.get(first)?.toString("utf8") ?? ""
  return { digest: combineDigests(files), files, text, builtins: [...builtins].sort() }
}

/** What a module's imports are read from; data has none. */
function readCode(file: string, bytes: Buffer): string {
  if (file.endsWith(".json")) return ""
  const text = bytes.toString("utf8")
  if (!isTypeScript(file)) return text
  if (!canLoadTypeScript()) throw noTypeScriptError(file)
  try {
    return stripTypes(text)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
    throw new SkilletError("trust.not-covered", `the types of ${file} cannot be removed: ${why}`, {
      retry: "no",
      next: "use only types that Node can remove, or write the file in JavaScript",
    })
  }
}

export function noTypeScriptError(file: string): SkilletError {
  return new SkilletError("trust.typescript", `Node ${process.versions.node} cannot load TypeScript: ${file}`, {
    retry: "no",
    next: "write it in JavaScript, as skillet.config.mjs, or use Node 22.18 or newer",
  })
}

function compareByPath(a: DigestedFile, b: DigestedFile): number {
  return a.path < b.path ? -1 : 1
}

function requireRoom(file: string, read: ReadonlyMap<string, Buffer>): void {
  const bytes = [...read.values()].reduce((sum, { length }) => sum + length, 0)
  if (read.size <= MOST_SKILL_FILES && bytes <= MOST_MODULE_BYTES) return
  throw new SkilletError("trust.too-large", `${file} imports more than ${MOST_SKILL_FILES} files or 8 MiB`, {
    retry: "no",
    next: "bundle what it needs into fewer files",
  })
}

function notCovered(folder: string, faults: readonly (ImportFault & { readonly file: string })[]): SkilletError {
  const lines = faults.map(({ file, line, message }) => `${path.join(folder, file)}:${line}: ${message}`)
  const [first = "", ...more] = lines
  const others = more.length > 0 ? `; also ${more.join("; ")}` : ""
  return new SkilletError("trust.not-covered", `an approval cannot cover every import: ${first}${others}`, {
    retry: "no",
    next: faults[0]?.fix ?? "",
  })
}
