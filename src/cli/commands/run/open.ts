import os from "node:os"
import { detectHost } from "../../../hosts/profiles.ts"
import { openSkilletRuns, type SkilletRuns } from "../../../skillet/open-skillet-runs.ts"
import type { Problem } from "../../../problem/problem.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { withResources } from "../../with-resources.ts"
import type { Io } from "../../output.ts"

/** Opens the runs of this machine for `act`, without the skills, and always closes them. */
export async function withRunVerbs(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (runs: SkilletRuns) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withResources(io, printRepairs(io, options), (resources) => act(openSkilletRuns(resources)))
}

/** Prints what was wrong with the stored runs and was repaired. */
export function printRepairs(io: Io, { cwd }: { readonly cwd?: string | undefined }) {
  const onProblem = (problem: Problem) => io.err(renderProblems([problem], io, io.cwd).join("\n"))
  return { cwd, onProblem }
}

/**
 * The name of the person or agent that reports: the given one, the agent that this process belongs to, or the user. What
 * a host's agent does for the user is signed with both.
 */
export function findReporter({ env }: Pick<Io, "env">, given: string | undefined): string {
  const named = [given, env["SKILLET_AGENT"], env["SKILLET_BY"]].find(
    (name) => name !== undefined && name.trim() !== "",
  )
  if (named !== undefined) return named
  const host = detectHost(env)
  const { username } = os.userInfo()
  return host === "open" ? username : `${username} through ${host}`
}
