import { openSkilletJobs, type SkilletJobs } from "../../../skillet/open-skillet-jobs.ts"
import type { Io } from "../../output.ts"
import { printRepairs } from "../run/open.ts"
import { withResources } from "../../with-resources.ts"

/** Opens the jobs of this machine for `act`, and always closes what they used. */
export async function withJobs(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (jobs: SkilletJobs) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withResources(io, printRepairs(io, options), (resources) => act(openSkilletJobs(resources)))
}
