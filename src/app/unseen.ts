import fs from "node:fs"
import path from "node:path"
import { walkSkills } from "../adapters/sources/walk-skills.ts"
import { hostIds } from "../hosts/profiles.ts"
import type { HostId } from "../hosts/profile.ts"
import { onlyInOtherCheckout } from "../catalog/only-in-other-checkout.ts"
import { type Problem, problemAt } from "../problem/problem.ts"
import { problem } from "../skill/problems.ts"
import type { Skillet } from "./open-skillet.ts"
import { projectOf } from "./runs/project-of.ts"

/** The folders of this project and of home in which skills are kept, for whichever agent. */
const SKILL_FOLDERS = [
  ".agents/skills",
  ".claude/skills",
  ".codex/skills",
  ".opencode/skill",
  ".opencode/skills",
  ".gemini/skills",
  ".github/skills",
  ".cursor/skills",
]

/** Files that look like skills where no agent, or not this one, would find them. */
export async function findUnseen(skillet: Skillet): Promise<readonly Problem[]> {
  const seenBy = await filesByHost(skillet)
  const folders = [...skillet.around.upwards.slice(0, 20), skillet.around.home].flatMap((folder) =>
    SKILL_FOLDERS.map((below) => path.join(folder, below)),
  )
  const problems: Problem[] = []
  for (const folder of new Set(folders)) {
    const walk = walkSkills(folder, EVERYWHERE)
    for (const file of walk.files) {
      const hosts = seenBy.get(file.realPath)
      if (hosts === undefined)
        problems.push(
          unseen(
            file.path,
            walk.files.some((other) => other !== file && file.path.startsWith(`${path.dirname(other.path)}/`)),
          ),
        )
      else if (!hosts.includes(skillet.host)) problems.push(onlyOthers(file.path, hosts, skillet.host))
    }
  }
  return [...problems, ...notInThisWorktree(skillet)]
}

/** Wherever in a folder a file looks like a skill. */
const EVERYWHERE = {
  kind: "skills",
  depth: 8,
  anyCase: true,
  dotFolders: true,
  insideSkills: true,
  rootSkill: true,
} as const

/** A git worktree has what is committed, but not the skills that the main checkout keeps besides. */
function notInThisWorktree({ around }: Skillet): readonly Problem[] {
  const { mainCheckout, top } = projectOf(around.cwd)
  if (mainCheckout === undefined || !fs.existsSync(around.cwd)) return []
  const below = path.relative(top, fs.realpathSync(around.cwd))
  const folders = upwardsIn(mainCheckout, below).flatMap((folder) =>
    SKILL_FOLDERS.map((skills) => path.join(folder, skills)),
  )
  const files = folders.flatMap((folder) => walkSkills(folder, EVERYWHERE).files.map((file) => file.path))
  const missing = files.filter((file) => !fs.existsSync(path.join(top, path.relative(mainCheckout, file))))
  return onlyInOtherCheckout(mainCheckout, missing)
}

function upwardsIn(top: string, below: string): readonly string[] {
  const parts = below.split(path.sep).filter((part) => part !== "")
  return [top, ...parts.map((_, at) => path.join(top, ...parts.slice(0, at + 1)))]
}

async function filesByHost(skillet: Skillet): Promise<ReadonlyMap<string, readonly HostId[]>> {
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

function unseen(file: string, isInsideSkill: boolean): Problem {
  if (isInsideSkill) {
    const wording = {
      message: "this skill lies inside another skill's folder, where most agents do not look",
      fix: "move it beside the other one",
    }
    return problemAt(file, problem("source.nested", {}, wording))
  }
  return problemAt(
    file,
    problem(
      "source.unseen",
      {},
      {
        message: "no agent looks here for skills",
        fix: "move it to .agents/skills/NAME/SKILL.md or .claude/skills/NAME/SKILL.md",
      },
    ),
  )
}

function onlyOthers(file: string, hosts: readonly HostId[], host: HostId): Problem {
  const message = `${hosts.join(", ")} would find this skill, ${host} does not look here`
  return problemAt(
    file,
    problem(
      "source.other-agents",
      {},
      { message, fix: "link or copy it to where this agent looks, if it should have it" },
    ),
  )
}
