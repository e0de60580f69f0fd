import { CORE_SCHEMA, load, YAMLException } from "js-yaml"
import { compareBytes } from "../../text/compare-bytes.ts"
import { isMap, toMap } from "../../text/is-map.ts"
import { findPathFault } from "../find-path-fault.ts"

/** A skill that apm wrote into a project. */
export interface ApmSkill {
  readonly name: string
  /** From the directory of the lock. */
  readonly path: string
  /** SHA-256 of each file, by its path within the skill. */
  readonly files: ReadonlyMap<string, string>
  /** Absent for skills of the project itself, and for registries. */
  readonly source?: ApmSource | undefined
}

export interface ApmSource {
  readonly url: string
  /** The branch or tag that was asked for. */
  readonly ref?: string | undefined
  readonly commit: string
}

export type ReadApmLock =
  /** `others` is how many more files it has that are of no skill. */
  { readonly skills: readonly ApmSkill[]; readonly others: number } | { readonly wrong: string }

/** Reads the skills of `apm.lock.yaml`, version 1 or 2. */
export function readApmLock(text: string): ReadApmLock {
  const value = parseYaml(text)
  if ("wrong" in value) return value
  const lock = toMap(value.parsed)
  const version = String(lock["lockfile_version"])
  if (version !== "1" && version !== "2") return { wrong: `its version is ${version}, and only 1 and 2 are known` }
  const { dependencies = [] } = lock
  if (!Array.isArray(dependencies) || !dependencies.every(isMap))
    return { wrong: "its dependencies are not a list of maps" }
  const packages = [
    ...dependencies.map((one) => ({ hashes: one["deployed_file_hashes"], source: readSource(one) })),
    { hashes: lock["local_deployed_file_hashes"], source: undefined },
  ]
  const skills: ApmSkill[] = []
  let others = 0
  for (const { hashes, source } of packages) {
    const files = readHashes(hashes)
    if ("wrong" in files) return files
    const found = groupBySkill(files.hashes)
    others += found.others
    skills.push(...found.skills.map((skill) => ({ ...skill, source })))
  }
  return { skills: skills.sort((a, b) => compareBytes(a.path, b.path)), others }
}

function parseYaml(text: string): { readonly parsed: unknown } | { readonly wrong: string } {
  try {
    return { parsed: load(text, { schema: CORE_SCHEMA }) }
  } catch (error) {
    if (error instanceof YAMLException) return { wrong: `it is not YAML (${error.reason})` }
    throw error
  }
}

function readSource(row: Readonly<Record<string, unknown>>): ApmSource | undefined {
  const { repo_url: short, materialization_repo_url: full, host = "github.com", resolved_commit: commit } = row
  const repository = typeof full === "string" ? full : short
  if (typeof repository !== "string" || typeof commit !== "string" || !/^[0-9a-f]{40}$/.test(commit)) return undefined
  const ref = row["resolved_ref"]
  const about = { commit, ref: typeof ref === "string" && ref !== commit ? ref : undefined }
  if (repository.startsWith("https://"))
    return { url: repository.endsWith(".git") ? repository : `${repository}.git`, ...about }
  const isPlain = /^[\w.-]+\/[\w.-]+$/.test(repository) && typeof host === "string" && /^[\w.-]+(?::\d+)?$/.test(host)
  return isPlain ? { url: `https://${host}/${repository}.git`, ...about } : undefined
}

function readHashes(
  value: unknown,
): { readonly hashes: readonly (readonly [string, string])[] } | { readonly wrong: string } {
  const hashes: (readonly [string, string])[] = []
  for (const [path, hash] of Object.entries(toMap(value))) {
    const fault = findPathFault(path)
    if (fault !== undefined) return { wrong: `the path ${JSON.stringify(path)} ${fault}` }
    const [, hex] = typeof hash === "string" ? (/^(?:sha256:)?([0-9a-f]{64})$/.exec(hash) ?? []) : []
    if (hex === undefined) return { wrong: `the checksum of ${JSON.stringify(path)} is not a SHA-256` }
    hashes.push([path, hex])
  }
  return { hashes }
}

/** What is in a directory of a directory `skills` is of a skill, if there is a SKILL.md. */
function groupBySkill(hashes: readonly (readonly [string, string])[]) {
  const groups = new Map<string, Map<string, string>>()
  for (const [path, hash] of hashes) {
    const [, folder, file] = /^((?:[^/]+\/)*?skills\/[^/]+)\/(.+)$/.exec(path) ?? []
    if (folder === undefined || file === undefined) continue
    groups.set(folder, (groups.get(folder) ?? new Map<string, string>()).set(file, hash))
  }
  const skills = [...groups].flatMap(([path, files]) =>
    files.has("SKILL.md") ? [{ name: path.slice(path.lastIndexOf("/") + 1), path, files }] : [],
  )
  return { skills, others: hashes.length - skills.reduce((sum, { files }) => sum + files.size, 0) }
}
