import { severities } from "../../finding/severity.ts"
import type { FileProblem } from "../../problem/problem.ts"
import { combineDigests } from "../../trust/combine-digests.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import { isMap } from "../../text/is-map.ts"
import { type LocatedJson, readJson } from "../../text/read-json.ts"
import { findPathFault } from "../find-path-fault.ts"
import { findInstalledNameFault } from "../installed-name.ts"
import { lockProblem } from "../problems.ts"
import {
  fileModes,
  LOCK_VERSION,
  type LockedFile,
  type LockedSkill,
  type LockFile,
  placeKinds,
  needKinds,
  OVERLAYS,
  sourceFields,
  type SourceType,
} from "./lock-file.ts"
import { renderLock } from "./render-lock.ts"

export type ReadLock = { readonly lock: LockFile } | { readonly problem: FileProblem }

type Way = readonly (string | number)[]

const FROM_VERSION_CONTROL = "restore the file from version control, or install its skills again with skillet add"
const RESOLVE = "resolve the conflict, then run skillet verify"

/**
 * Reads a lock file completely or not at all: whatever is not understood is a problem with its line, and no lock.
 * A lock that is not read is never treated as empty, because the next command would then overwrite it.
 */
export function readLock(text: string): ReadLock {
  const plain = text.replaceAll("\r\n", "\n").replace(/^\ufeff/, "")
  const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(plain)
  if (conflict !== null) {
    const line = plain.slice(0, conflict.index).split("\n").length
    const message = "a merge conflict is not resolved here"
    return { problem: lockProblem("lock.merge-conflict", { line }, { message, fix: RESOLVE }) }
  }
  return readQuickly(plain) ?? readCarefully(plain)
}

/** A text in exactly the form that we write needs no search for lines and double keys. */
function readQuickly(text: string): ReadLock | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = interpret(value, () => 1)
  return "lock" in read && renderLock(read.lock) === text ? read : undefined
}

function readCarefully(text: string): ReadLock {
  const read = readJson(text)
  if ("value" in read) return interpret(read.value, read.findLine)
  const { kind, line, column, message } = read
  const code = kind === "duplicate" ? "lock.duplicate" : "lock.not-json"
  const fix = kind === "duplicate" ? "remove one of the two, then run skillet verify" : FROM_VERSION_CONTROL
  return { problem: lockProblem(code, { line, column }, { message, fix }) }
}

function interpret(value: unknown, findLine: LocatedJson["findLine"]): ReadLock {
  try {
    return { lock: toLock(value) }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    const { code, way, message } = error
    return { problem: lockProblem(code, { line: findLine(way) }, { message, fix: fixes[code] }) }
  }
}

type WrongCode = "lock.field" | "lock.version" | "lock.digest"

const fixes: Readonly<Record<WrongCode, string>> = {
  "lock.field": FROM_VERSION_CONTROL,
  "lock.version": "use the version of Skillet that wrote it, or a newer one",
  "lock.digest": FROM_VERSION_CONTROL,
}

/** Ends the reading of a lock at the first thing that is wrong. */
class Wrong extends Error {
  readonly code: WrongCode
  readonly way: Way

  constructor(way: Way, message: string, code: WrongCode = "lock.field") {
    super(message)
    this.way = way
    this.code = code
  }
}

function toLock(value: unknown): LockFile {
  if (!isMap(value)) throw new Wrong([], "the lock must be an object")
  const { lockfileVersion } = value
  if (lockfileVersion !== LOCK_VERSION)
    throw new Wrong(
      ["lockfileVersion"],
      `lockfileVersion is ${JSON.stringify(lockfileVersion)}; this Skillet reads version ${LOCK_VERSION}`,
      "lock.version",
    )
  refuseOthers(value, ["lockfileVersion", "skills"], [])
  const skills = requireMap(value, "skills", [])
  return { skills: new Map(Object.entries(skills).map(([name, row]) => [name, toSkill(name, row)])) }
}

function toSkill(name: string, row: unknown): LockedSkill {
  const way = ["skills", name]
  const fault = findInstalledNameFault(name)
  if (fault !== undefined) throw new Wrong(way, `the name ${JSON.stringify(name)} ${fault}`)
  if (!isMap(row)) throw new Wrong(way, "a skill must be an object")
  refuseOthers(row, skillFields, way)
  const files = toFiles(row["files"], [...way, "files"])
  if (!files.has("SKILL.md")) throw new Wrong([...way, "files"], "it has no SKILL.md")
  const digest = requireText(row, "digest", way)
  if (digest !== digestFiles(files))
    throw new Wrong([...way, "digest"], "the digest is not that of the files above it", "lock.digest")
  return {
    source: toSource(row["source"], [...way, "source"]),
    files,
    digest,
    license: row["license"] === undefined ? undefined : requireText(row, "license", way),
    grants: requireTexts(row, "grants", way),
    audit: toAudit(row["audit"], [...way, "audit"]),
    requires: toRequirements(row["requires"], [...way, "requires"]),
    installedTo: toPlaces(row["installedTo"], [...way, "installedTo"]),
    overlay:
      row["overlay"] === undefined
        ? undefined
        : toOverlay(row["overlay"], `${OVERLAYS}/${name}.patch`, [...way, "overlay"]),
  }
}

const skillFields = [
  "source",
  "files",
  "digest",
  "license",
  "grants",
  "audit",
  "requires",
  "installedTo",
  "overlay",
] as const satisfies readonly (keyof LockedSkill)[]

/** The digest over all files, in the order of their bytes. */
export function digestFiles(files: ReadonlyMap<string, LockedFile>): string {
  const sorted = [...files].sort(([a], [b]) => compareBytes(a, b))
  return combineDigests(
    sorted.map(([path, { sha256, mode }]) => ({ path, digest: sha256, executable: mode === "755" })),
  )
}

function toSource(value: unknown, way: Way): LockedSkill["source"] {
  if (!isMap(value)) throw new Wrong(way, "source must be an object")
  const type = requireChoice(value, "type", { choices: Object.keys(sourceFields) as SourceType[], way })
  const fields = sourceFields[type].map((field) => ({ name: field.replace("?", ""), isOptional: field.endsWith("?") }))
  refuseOthers(value, ["type", ...fields.map(({ name }) => name)], way)
  const given = fields.filter(({ name, isOptional }) => !isOptional || value[name] !== undefined)
  const source = { type, ...Object.fromEntries(given.map(({ name }) => [name, requireText(value, name, way)])) }
  if (type === "git" && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(String(value["commit"])))
    throw new Wrong([...way, "commit"], "commit must be a full commit id")
  return source
}

function toFiles(value: unknown, way: Way): ReadonlyMap<string, LockedFile> {
  if (!isMap(value)) throw new Wrong(way, "files must be an object")
  return new Map(
    Object.entries(value).map(([name, file]) => {
      const at = [...way, name]
      const fault = findPathFault(name)
      if (fault !== undefined) throw new Wrong(at, `the path ${JSON.stringify(name)} ${fault}`)
      if (!isMap(file)) throw new Wrong(at, "a file must be an object")
      refuseOthers(file, ["sha256", "size", "mode"], at)
      const { size } = file
      if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0)
        throw new Wrong([...at, "size"], "size must be a number of bytes")
      const mode = requireChoice(file, "mode", { choices: fileModes, way: at })
      return [name, { sha256: requireChecksum(file, "sha256", at), size, mode }]
    }),
  )
}

function toAudit(value: unknown, way: Way): LockedSkill["audit"] {
  if (!isMap(value)) throw new Wrong(way, "audit must be an object")
  refuseOthers(value, ["digest", "verdict"], way)
  const verdict = requireChoice(value, "verdict", { choices: [...severities, "none"] as const, way })
  return { digest: requireText(value, "digest", way), verdict }
}

function toRequirements(value: unknown, way: Way): LockedSkill["requires"] {
  if (!isMap(value)) throw new Wrong(way, "requires must be an object")
  refuseOthers(value, needKinds, way)
  const given = needKinds.filter((kind) => value[kind] !== undefined)
  return Object.fromEntries(given.map((kind) => [kind, requireTexts(value, kind, way)]))
}

function toPlaces(value: unknown, way: Way): LockedSkill["installedTo"] {
  if (!Array.isArray(value) || value.length === 0) throw new Wrong(way, "installedTo must be a list of places")
  const places = value.map((place: unknown, index) => {
    const at = [...way, index]
    if (!isMap(place)) throw new Wrong(at, "a place must be an object")
    refuseOthers(place, ["path", "kind"], at)
    const path = requireText(place, "path", at)
    const fault = findPathFault(path)
    if (fault !== undefined) throw new Wrong([...at, "path"], `the path ${JSON.stringify(path)} ${fault}`)
    return { path, kind: requireChoice(place, "kind", { choices: placeKinds, way: at }) }
  })
  if (places.filter(({ kind }) => kind === "real").length !== 1)
    throw new Wrong(way, "installedTo must have exactly one real copy")
  return places
}

/** An overlay that is no longer needed is deleted, so it is never another file of the project. */
function toOverlay(value: unknown, place: string, way: Way): NonNullable<LockedSkill["overlay"]> {
  if (!isMap(value)) throw new Wrong(way, "overlay must be an object")
  refuseOthers(value, ["path", "sha256", "files"], way)
  const path = requireText(value, "path", way)
  if (path !== place) throw new Wrong([...way, "path"], `the path must be ${place}`)
  return { path, sha256: requireChecksum(value, "sha256", way), files: toFiles(value["files"], [...way, "files"]) }
}

type Fields = Readonly<Record<string, unknown>>

/** An unknown field would be lost when the lock is written again. */
function refuseOthers(value: Fields, known: readonly string[], way: Way): void {
  const other = Object.keys(value).find((key) => !known.includes(key))
  if (other !== undefined) throw new Wrong([...way, other], `${JSON.stringify(other)} is not a field of this lock`)
}

function requireMap(value: Fields, key: string, way: Way): Fields {
  const found = value[key]
  if (!isMap(found)) throw new Wrong([...way, key], `${key} must be an object`)
  return found
}

function requireText(value: Fields, key: string, way: Way): string {
  const found = value[key]
  if (typeof found !== "string" || found === "") throw new Wrong([...way, key], `${key} must be a text`)
  return found
}

function requireTexts(value: Fields, key: string, way: Way): readonly string[] {
  const found = value[key]
  if (!Array.isArray(found) || !found.every((one): one is string => typeof one === "string"))
    throw new Wrong([...way, key], `${key} must be a list of texts`)
  return found
}

function requireChecksum(value: Fields, key: string, way: Way): string {
  const found = requireText(value, key, way)
  if (!/^[0-9a-f]{64}$/.test(found)) throw new Wrong([...way, key], `${key} must have 64 hexadecimal digits`)
  return found
}

function requireChoice<T extends string>(
  value: Fields,
  key: string,
  { choices, way }: { readonly choices: readonly T[]; readonly way: Way },
): T {
  const found = choices.find((choice) => choice === value[key])
  if (found === undefined) throw new Wrong([...way, key], `${key} must be one of ${choices.join(", ")}`)
  return found
}
