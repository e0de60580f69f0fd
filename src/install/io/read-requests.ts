import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { APM_LOCK } from "../../skill/lock-names.ts"
import { type ApmSkill, readApmLock } from "../lock/apm-lock.ts"
import { isRepositoryName } from "../source/read-attestation.ts"
import { parseSource, type SourceSpec } from "../source/parse-source.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { readManifest } from "../source/read-manifest.ts"
import type { Installer, LoadedCandidates, WantedSkills } from "./installer.ts"
import { locatePath } from "./sources/folder-source.ts"

/** What `add` was asked for: some skills of one source. */
export interface SkillRequest {
  readonly spec: SourceSpec
  readonly wanted: WantedSkills
  /** What another lock says about their files: path and SHA-256, by the name of the skill. */
  readonly expected?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined
}

export interface Requested {
  readonly source?: string | undefined
  readonly skills?: readonly string[] | undefined
  readonly all?: boolean | undefined
  readonly as?: string | undefined
  readonly global?: boolean | undefined
  readonly attestedBy?: string | undefined
}

/** A source that was typed, the skills in the lock of apm, or without either what the manifest of the project names. */
export function readRequests(installer: Installer, requested: Requested): readonly SkillRequest[] {
  const { source } = requested
  requireAttestable(requested)
  if (source === undefined) return readProjectManifest(installer, requested)
  if (path.basename(source) === APM_LOCK) return readApmRequests(installer, source, requested)
  return [parseRequest(source, requested)]
}

function requireAttestable({ source, attestedBy }: Requested): void {
  if (attestedBy === undefined) return
  if (!isRepositoryName(attestedBy))
    throw new SkilletError("install.bad-source", `${attestedBy} is not a repository on GitHub`, {
      retry: "no",
      next: "write --attested-by owner/repo",
    })
  if (source === undefined || path.basename(source) === APM_LOCK)
    throw new SkilletError("install.not-attested", "only an archive can be attested", {
      retry: "no",
      next: "name the archive, or leave out --attested-by",
    })
}

function parseRequest(source: string, { skills = [], all = false, attestedBy }: Requested): SkillRequest {
  const parsed = parseSource(source)
  if ("wrong" in parsed) throw new SkilletError("install.bad-source", parsed.wrong, { retry: "no", next: parsed.next })
  return { spec: { ...parsed.spec, attestedBy }, wanted: { named: skills, isAll: all } }
}

function readProjectManifest({ scope }: Installer, { skills, all, as, global }: Requested): readonly SkillRequest[] {
  if (skills !== undefined || all === true || as !== undefined || global === true)
    throw new SkilletError(
      "install.no-source",
      "skills can only be chosen, renamed or installed globally from a source",
      {
        retry: "no",
        next: "name the source, or leave out --skill, --all, --as and --global to install what package.json names",
      },
    )
  const file = path.join(scope.root, "package.json")
  if (!fs.existsSync(file))
    throw new SkilletError("install.no-source", `no source was named, and there is no ${file}`, {
      retry: "no",
      next: "name a source, such as owner/repo",
    })
  const read = readManifest(fs.readFileSync(file, "utf8"))
  if ("wrong" in read)
    throw new SkilletError("install.bad-manifest", `${file}:${read.line}: ${read.wrong}`, {
      retry: "no",
      next: read.next,
    })
  return read.entries.map(({ spec, skills: named }) => ({ spec, wanted: { named, isAll: named.length === 0 } }))
}

/** Each repository of the lock at exactly its commit. What it asked for is kept, so that updates go on from there. */
function readApmRequests(
  { scope }: Installer,
  source: string,
  { skills: named, all = false }: Requested,
): readonly SkillRequest[] {
  const { at } = locatePath(source, scope.context)
  if (!fs.existsSync(at))
    throw new SkilletError("install.no-source", `${at} does not exist`, { retry: "no", next: "check the path" })
  const read = readApmLock(fs.readFileSync(at, "utf8"))
  if ("wrong" in read) throw makeImportError(`${at} cannot be read: ${read.wrong}`, "restore it from version control")
  const importable = read.skills.filter(({ source: from }) => from !== undefined)
  const names = [...new Set(importable.map(({ name }) => name))]
  if (names.length === 0)
    throw makeImportError(`${at} has no skill of a repository`, "name the source of a skill itself")
  if (named === undefined && !all && names.length > 1)
    throw makeImportError(
      `${at} has ${names.length} skills: ${names.join(", ")}`,
      "name some with --skill, or add --all",
    )
  const missing = named?.find((name) => !names.includes(name))
  if (missing !== undefined)
    throw makeImportError(`${at} has no skill ${missing}; it has ${names.join(", ")}`, "correct its name")
  return groupByCommit(importable.filter(({ name }) => named === undefined || named.includes(name)))
}

function groupByCommit(skills: readonly ApmSkill[]): readonly SkillRequest[] {
  const groups = new Map<string, { readonly spec: SourceSpec; readonly expected: Map<string, ApmSkill["files"]> }>()
  for (const { name, files, source } of skills) {
    if (source === undefined) continue
    const { url, ref, commit } = source
    const key = `${url}#${commit}`
    const group = groups.get(key) ?? { spec: { type: "git", at: url, ref, commit }, expected: new Map() }
    group.expected.set(name, files)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ spec, expected }) => ({
    spec,
    expected,
    wanted: { named: [...expected.keys()], isAll: false },
  }))
}

/** The bytes that the other lock has, or none. A skill is known there by its directory. */
export function requireExpected(
  { candidates }: LoadedCandidates,
  expected: NonNullable<SkillRequest["expected"]>,
): void {
  for (const { name, source, files } of candidates) {
    const wanted = expected.get(path.posix.basename(source.path ?? "")) ?? expected.get(name)
    const paths = new Set([...files.keys(), ...(wanted?.keys() ?? [])])
    const other = [...paths].find((file) => files.get(file)?.sha256 !== wanted?.get(file))
    if (other === undefined) continue
    throw new SkilletError("install.source-differs", `${name}: ${other} is not what ${APM_LOCK} says`, {
      retry: "no",
      next: `install it from its source instead: skillet add ${quoteForShell(source.url ?? "")}`,
    })
  }
}

function makeImportError(message: string, next: string): SkilletError {
  return new SkilletError("install.bad-manifest", message, { retry: "no", next })
}
