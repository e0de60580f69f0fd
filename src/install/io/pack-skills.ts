import path from "node:path"
import zlib from "node:zlib"
import { SkilletError } from "../../problem/failure.ts"
import { readSkill } from "../../skill/read-skill.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { writeTar } from "../archive/write-tar.ts"
import type { SkillCandidate } from "../content/read-candidate.ts"
import { WELL_KNOWN } from "../source/parse-source.ts"
import { type Installer, loadWanted } from "./installer.ts"
import { digestBytes } from "./sources/archive-source.ts"

export interface PackedSkill {
  readonly name: string
  /** The archive. */
  readonly path: string
  /** Of the archive. */
  readonly digest: string
  /** Of the skill: what its lock would have. */
  readonly content: string
}

export interface PackOptions {
  /** A skill's directory, or a directory of skills. */
  readonly source: string
  /** Where the archives go. */
  readonly into: string
}

/** Writes one archive for each skill of a directory. The same files give the same bytes on every machine. */
export async function packSkills(installer: Installer, { source, into }: PackOptions): Promise<readonly PackedSkill[]> {
  const folder = path.resolve(installer.scope.context.cwd, into)
  makeDirectory(folder)
  return (await loadLocal(installer, source)).map((candidate) => writeArchive(candidate, folder))
}

async function loadLocal(installer: Installer, source: string): Promise<readonly SkillCandidate[]> {
  const at = path.resolve(installer.scope.context.cwd, source)
  const { candidates } = await loadWanted(installer, { type: "path", at }, { named: [], isAll: true })
  const named = candidates.map((one) => ({ ...one, name: one.name === "" ? path.basename(at) : one.name }))
  const twice = named.find(({ name }, nth) => named.findIndex((other) => other.name === name) !== nth)
  if (twice === undefined) return named
  throw new SkilletError("install.ambiguous", `${at} has two skills that call themselves ${twice.name}`, {
    retry: "no",
    next: "name the directory of one of them",
  })
}

function writeArchive(candidate: SkillCandidate, folder: string): PackedSkill {
  const { name, files, digest: content } = candidate
  const inside = new Map([...files].map(([file, { bytes, mode }]) => [`${name}/${file}`, { bytes, mode }]))
  // Not compressed: what a compressor makes depends on its version.
  const bytes = zlib.gzipSync(writeTar(inside), { level: 0 })
  const file = path.join(folder, `${name}.tar.gz`)
  replaceFile(file, bytes, { mode: 0o644 })
  return { name, path: file, digest: digestBytes(bytes), content }
}

export interface PublishedIndex {
  /** The index. */
  readonly path: string
  readonly skills: readonly PackedSkill[]
}

/** Writes an index of skills with their archives, as any web server for files can serve it. */
export async function publishSkills(installer: Installer, { source, into }: PackOptions): Promise<PublishedIndex> {
  const index = path.join(path.resolve(installer.scope.context.cwd, into), WELL_KNOWN)
  const folder = path.dirname(index)
  makeDirectory(folder)
  const candidates = await loadLocal(installer, source)
  const skills = candidates.map((candidate) => writeArchive(candidate, folder))
  const entries = skills.map(({ name, digest }, nth) => ({
    name,
    type: "archive",
    description: readDescription(candidates[nth]),
    url: `${name}.tar.gz`,
    digest,
  }))
  replaceFile(index, `${JSON.stringify({ $schema: SCHEMA, skills: entries }, null, 2)}\n`, { mode: 0o644 })
  return { path: index, skills }
}

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"

function readDescription(candidate: SkillCandidate | undefined): string {
  const reading = readSkill(Buffer.from(candidate?.files.get("SKILL.md")?.bytes ?? []).toString("utf8"))
  return reading.kind === "skill" ? (reading.skill.header.description ?? "") : ""
}
