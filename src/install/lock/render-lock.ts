import { compareBytes } from "../../text/compare-bytes.ts"
import { LOCK_VERSION, type LockedFile, type LockedSkill, type LockFile, needKinds } from "./lock-file.ts"

/** The lock as text: sorted by bytes, with line feeds and one line for each file, so that two branches merge well. */
export function renderLock({ skills }: LockFile): string {
  const rows = sortEntries(skills).map(([name, skill]) => `    ${JSON.stringify(name)}: ${renderSkill(skill)}`)
  return `{\n  "lockfileVersion": ${LOCK_VERSION},\n  "skills": ${wrap(rows, "  ")}\n}\n`
}

function renderSkill(skill: LockedSkill): string {
  const { source, files, digest, license, grants, audit, requires, installedTo, overlay } = skill
  const fields = [
    `"source": ${renderLine(source)}`,
    `"files": ${renderFiles(files, "      ")}`,
    `"digest": ${JSON.stringify(digest)}`,
    ...(license === undefined ? [] : [`"license": ${JSON.stringify(license)}`]),
    `"grants": ${JSON.stringify(grants)}`,
    `"audit": ${renderLine(audit)}`,
    `"requires": ${renderLine(Object.fromEntries(needKinds.map((kind) => [kind, requires[kind]])))}`,
    `"installedTo": [${installedTo.map(({ path, kind }) => renderLine({ path, kind })).join(", ")}]`,
    ...(overlay === undefined ? [] : [`"overlay": ${renderOverlay(overlay)}`]),
  ]
  return wrap(
    fields.map((field) => `      ${field}`),
    "    ",
  )
}

function renderOverlay({ path, sha256, files }: NonNullable<LockedSkill["overlay"]>): string {
  const fields = [
    `"path": ${JSON.stringify(path)}`,
    `"sha256": ${JSON.stringify(sha256)}`,
    `"files": ${renderFiles(files, "        ")}`,
  ]
  return wrap(
    fields.map((field) => `        ${field}`),
    "      ",
  )
}

function renderFiles(files: ReadonlyMap<string, LockedFile>, indent: string): string {
  const rows = sortEntries(files).map(
    ([name, { sha256, size, mode }]) => `${indent}  ${JSON.stringify(name)}: ${renderLine({ sha256, size, mode })}`,
  )
  return wrap(rows, indent)
}

function sortEntries<T>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(([a], [b]) => compareBytes(a, b))
}

/** A map on one line; what is undefined is left out. */
function renderLine(value: object): string {
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`).join(", ")}}`
}

function wrap(rows: readonly string[], indent: string): string {
  return rows.length === 0 ? "{}" : `{\n${rows.join(",\n")}\n${indent}}`
}
