import { openSkilletWorkers, type SkilletWorkers } from "../../../skillet/open-skillet-workers.ts"
import type { Io } from "../../output.ts"
import { resolveHost } from "../../resolve-host.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { withResources } from "../../with-resources.ts"

/** Opens what workers and their queue need for `act`, and always closes it. */
export async function withWorkers(
  io: Io,
  options: { readonly cwd?: string | undefined; readonly host?: string | undefined },
  act: (workers: SkilletWorkers) => Promise<0 | 1>,
): Promise<0 | 1> {
  const host = resolveHost(io, options)
  const onProblem = (problem: Parameters<typeof renderProblems>[0][number]) =>
    io.err(renderProblems([problem], io, io.cwd).join("\n"))
  return withResources(io, { cwd: options.cwd, host, onProblem }, (resources) => act(openSkilletWorkers(resources)))
}
