import fs from "node:fs"
import path from "node:path"
import { walkSkills } from "../../catalog/io/sources/walk-skills.ts"
import { hostIds } from "../../hosts/profiles.ts"
import type { HostId } from "../../hosts/profile.ts"
import { keptIn } from "../../hosts/skill-folders.ts"
import { reportOtherCheckout } from "../../catalog/report-other-checkout.ts"
import { findUnseenSkills } from "../../catalog/find-unseen-skills.ts"
import type { Problem } from "../../problem/problem.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { listSkillFolders } from "./gather-fix-facts.ts"
import { findProject } from "../../system/find-project.ts"

/** Files that look like skills where no agent, or not this one, would find them. */
export async function findUnseen(skillet: Session, there: readonly HostId[]): Promise<readonly Problem[]> {
  const seenBy = await filesByHost(skillet)
  const usual = [...skillet.around.upwards.slice(0, 20), skillet.around.home].flatMap((folder) =>
    keptIn.map((below) => path.join(folder, below)),
  )
  // Variables move some of them, as XDG_CONFIG_HOME moves those of opencode.
  const folders = [...usual, ...listSkillFolders(skillet).map(({ root }) => root)]
  const seen = { by: seenBy, host: skillet.host, there }
  const problems = [...new Set(folders)].flatMap((folder) =>
    findUnseenSkills(walkSkills(folder, EVERYWHERE).files, seen),
  )
  return [...problems, ...notInThisWorktree(skillet)]
}

/** All files in a directory that look like skills. */
const EVERYWHERE = {
  kind: "skills",
  depth: 8,
  anyCase: true,
  dotFolders: true,
  insideSkills: true,
  rootSkill: true,
} as const

/** A git worktree has committed skills, but not the uncommitted ones of the main checkout. */
function notInThisWorktree({ around }: Session): readonly Problem[] {
  const { mainCheckout, top } = findProject(around.cwd)
  if (mainCheckout === undefined || !fs.existsSync(around.cwd)) return []
  const below = path.relative(top, fs.realpathSync(around.cwd))
  const folders = listFoldersDown(mainCheckout, below).flatMap((folder) =>
    keptIn.map((skills) => path.join(folder, skills)),
  )
  const files = folders.flatMap((folder) => walkSkills(folder, EVERYWHERE).files.map((file) => file.path))
  const missing = files.filter((file) => !fs.existsSync(path.join(top, path.relative(mainCheckout, file))))
  return reportOtherCheckout(mainCheckout, missing)
}

function listFoldersDown(top: string, below: string): readonly string[] {
  const parts = below.split(path.sep).filter((part) => part !== "")
  return [top, ...parts.map((_, at) => path.join(top, ...parts.slice(0, at + 1)))]
}

async function filesByHost(skillet: Session): Promise<ReadonlyMap<string, readonly HostId[]>> {
  const seen = new Map<string, HostId[]>()
  for (const id of hostIds) {
    for (const { listing } of await skillet.copies(id)) {
      for (const { realPath } of listing.skills) {
        const hosts = seen.get(realPath) ?? []
        if (!hosts.includes(id)) hosts.push(id)
        seen.set(realPath, hosts)
      }
    }
  }
  return seen
}
