import type { HostProfile } from "../hosts/profile.ts"
import type { SkillSource, SourceListing } from "./skill-source.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { skillProblem } from "../skill/problems.ts"

/** Which part of what servers offer a host uses: everything, prompts, or nothing. */
export function filterServers(
  { servers: takes }: Pick<HostProfile, "servers">,
  servers: readonly SkillSource[],
): readonly SkillSource[] {
  switch (takes) {
    case "all":
      return servers
    case "prompts":
      return servers.map((source) => ({ ...source, list: async () => onlyPrompts(await source.list()) }))
    case "none":
      return []
  }
}

/** What a host misses while no server is started because a limit cannot be understood. */
export function reportIdleServers(
  { servers: takes }: Pick<HostProfile, "servers">,
  servers: readonly { readonly name: string }[],
): readonly Problem[] {
  return takes === "none" ? [] : servers.map(({ name }) => notStarted(name))
}

function onlyPrompts({ skills, problems }: SourceListing): SourceListing {
  return { skills: skills.filter(({ isPrompt }) => isPrompt === true), problems }
}

function notStarted(name: string): Problem {
  const wording = {
    message: `the server ${name} was not started, because a limit in the settings cannot be read`,
    fix: "correct the file that sets the limit",
  }
  return placeProblem(name, skillProblem("source.failed", {}, wording))
}
