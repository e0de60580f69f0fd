import { openSkilletSchedules, type SkilletSchedules } from "../../../skillet/open-skillet-schedules.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { withResources } from "../../with-resources.ts"
import { resolveHost } from "../../resolve-host.ts"
import type { Io } from "../../output.ts"

/** Opens the schedules of this machine for `act`, and always closes what they used. */
export async function withSchedules(
  io: Io,
  options: { readonly cwd?: string | undefined; readonly host?: string | undefined },
  act: (schedules: SkilletSchedules) => Promise<0 | 1>,
): Promise<0 | 1> {
  const { cwd } = options
  const host = resolveHost(io, options)
  const onProblem = (problem: Parameters<typeof renderProblems>[0][number]) =>
    io.err(renderProblems([problem], io, io.cwd).join("\n"))
  return withResources(io, { cwd, host, onProblem }, (resources) => act(openSkilletSchedules(resources)))
}
