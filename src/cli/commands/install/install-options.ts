import { isMap } from "../../../text/is-map.ts"
import { type HostId } from "../../../hosts/profile.ts"
import { hostIds } from "../../../hosts/profiles.ts"
import { UsageError } from "../../parsing/usage-error.ts"

/** For commands about installed skills. */
export const globalOption = {
  global: { kind: "flag", about: "the skills in your home directory, for all projects" },
} as const

/** For commands that change installed skills. */
export const skillsLockOption = {
  "write-skills-lock": { kind: "flag", about: "also write what changes into skills-lock.json, for other tools" },
} as const

/** The hosts that were named, each once. */
export function readHosts(named: readonly string[] | undefined): readonly HostId[] | undefined {
  if (named === undefined) return undefined
  const wanted = [...new Set(named.flatMap((one) => one.split(",")))]
  const wrong = wanted.find((one) => !hostIds.some((id) => id === one))
  if (wrong !== undefined) throw new UsageError(`--host: ${wrong} is not a host`, `use ${hostIds.join(", ")}`)
  return hostIds.filter((id) => wanted.includes(id))
}

/** A value with maps and bytes as a program can read it: maps by key, bytes left out. */
export function toPlainJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return undefined
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [key, toPlainJson(one)]))
  if (Array.isArray(value)) return value.map(toPlainJson)
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toPlainJson(one)])) : value
}
