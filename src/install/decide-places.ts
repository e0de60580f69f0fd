import type { HostId } from "../hosts/profile.ts"
import { newSkillFolder } from "../hosts/skill-folders.ts"
import { compareBytes } from "../text/compare-bytes.ts"
import type { InstalledPlace } from "./lock/lock-file.ts"

const SHARED = newSkillFolder.open

/**
 * Where a skill goes for these hosts, and nowhere else. There is one real copy: in the directory that most agents read,
 * or, if no named agent reads that, in the agent's own. The others get a link to it, or with --copy a copy.
 */
export function decidePlaces(
  name: string,
  hosts: readonly HostId[],
  others: "link" | "copy",
): readonly InstalledPlace[] {
  const folders = [...new Set(hosts.map((host) => newSkillFolder[host]))].sort(compareBytes)
  const real = folders.includes(SHARED) ? SHARED : (folders[0] ?? SHARED)
  const rest = folders.filter((folder) => folder !== real)
  return [
    { path: `${real}/${name}`, kind: "real" },
    ...rest.map((folder) => ({ path: `${folder}/${name}`, kind: others })),
  ]
}
