import { compareBytes } from "../../text/compare-bytes.ts"
import type { LockedSource } from "./lock-file.ts"
import { otherLocks } from "../../skill/lock-names.ts"
import { readOtherLock } from "./other-locks.ts"

/** A skill for `skills-lock.json`; undefined if it was removed. */
export type SkillsLockRow = { readonly source: LockedSource; readonly computedHash: string } | undefined

/** The text of `skills-lock.json` after a change. Rows of other skills and fields that are not known stay as they are. */
export function changeSkillsLock(
  before: string | undefined,
  changes: ReadonlyMap<string, SkillsLockRow>,
): { readonly text: string } | { readonly wrong: string } {
  const { version, name: file } = otherLocks.project
  const now = before ?? JSON.stringify({ version, skills: {} })
  const read = readOtherLock(now, "project")
  if ("wrong" in read) return { wrong: `${file} cannot be changed: ${read.wrong}` }
  const value = JSON.parse(now) as { readonly skills: Readonly<Record<string, unknown>> }
  const skills = new Map(Object.entries(value.skills))
  for (const [name, row] of changes) {
    const described = row === undefined ? undefined : describeForSkillsLock(row.source)
    if (row === undefined) skills.delete(name)
    else if (described === undefined) return { wrong: `${file} has no form for ${name}, which is from an archive` }
    else skills.set(name, { ...described, computedHash: row.computedHash })
  }
  const sorted = [...skills].sort(([a], [b]) => compareBytes(a, b))
  return { text: `${JSON.stringify({ ...value, skills: Object.fromEntries(sorted) }, undefined, 2)}\n` }
}

/** A source as the other tool writes it; it knows no archives. */
function describeForSkillsLock({
  type,
  url = "",
  ref,
  package: name,
  version,
  path,
}: LockedSource): Readonly<Record<string, string | undefined>> | undefined {
  const skillPath = path === undefined || path === "." ? "SKILL.md" : `${path}/SKILL.md`
  switch (type) {
    case "git": {
      const [, host, repository] = /^https:\/\/(github|gitlab)\.com\/(.+?)(?:\.git)?$/.exec(url) ?? []
      return host === undefined
        ? { source: url, sourceUrl: url, ref, sourceType: "git", skillPath }
        : { source: repository, sourceUrl: url, ref, sourceType: host, skillPath }
    }
    case "path":
      return { source: url, sourceType: "local", skillPath }
    case "npm":
      return { source: name, sourceType: "node_modules", skillPath, version }
    case "well-known":
      return { source: url, sourceUrl: url, sourceType: "well-known" }
    case "archive":
      return undefined
  }
}
