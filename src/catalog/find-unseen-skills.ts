import path from "node:path"
import type { HostId } from "../hosts/profile.ts"
import { profiles } from "../hosts/profiles.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { skillProblem } from "../skill/problems.ts"

interface SkillFile {
  readonly path: string
  readonly realPath: string
}

interface Seen {
  /** By the real path of a file, the hosts that find it. */
  readonly by: ReadonlyMap<string, readonly HostId[]>
  readonly host: HostId
  /** The agents of this machine. */
  readonly there: readonly HostId[]
}

/** Problems about the files of one directory that look like skills: those that no agent finds, or not this one. */
export function findUnseenSkills(files: readonly SkillFile[], seen: Seen): readonly Problem[] {
  return files.flatMap((file) => {
    const hosts = seen.by.get(file.realPath)
    if (hosts === undefined) return [unseen(file.path, isInsideOther(file, files))]
    // The open order is nobody's as long as there are agents: then a skill that one of them finds is where it should be.
    const agents = seen.there.filter((host) => host !== "open")
    const isFound =
      seen.host === "open" && agents.length > 0
        ? agents.some((host) => hosts.includes(host))
        : hosts.includes(seen.host)
    return isFound ? [] : [onlyOthers(file.path, hosts, seen)]
  })
}

function isInsideOther(file: SkillFile, files: readonly SkillFile[]): boolean {
  return files.some((other) => other !== file && file.path.startsWith(`${path.dirname(other.path)}/`))
}

function unseen(file: string, isInsideSkill: boolean): Problem {
  if (isInsideSkill) {
    const wording = {
      message: "this skill is inside another skill's directory, where most agents do not look",
      fix: "move it next to the other one",
    }
    return placeProblem(file, skillProblem("source.nested", {}, wording))
  }
  return placeProblem(
    file,
    skillProblem(
      "source.unseen",
      {},
      {
        message: "no agent looks here for skills",
        fix: "move it to .agents/skills/NAME/SKILL.md or .claude/skills/NAME/SKILL.md",
      },
    ),
  )
}

function onlyOthers(file: string, hosts: readonly HostId[], { host, there }: Seen): Problem {
  const titles = hosts.map((id) => profiles[id].title).join(", ")
  const isNobody = host === "open" && there.some((id) => id !== "open")
  const who = isNobody ? "no agent of this machine looks here" : `${profiles[host].title} does not look here`
  const message = `${titles} would find this skill, but ${who}`
  return placeProblem(
    file,
    skillProblem(
      "source.other-agents",
      {},
      { message, fix: "to make it available, link or copy it to a directory where this agent looks" },
    ),
  )
}
