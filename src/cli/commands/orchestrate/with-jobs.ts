import { openSkilletJobs, type SkilletJobs } from "../../../skillet/open-skillet-jobs.ts"
import type { Io } from "../../io.ts"
import { printRepairs } from "../run/open.ts"
import { withPlaces } from "../../with-places.ts"

/** Opens the jobs of this machine for `act`, and always closes what they used. */
export async function withJobs(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (jobs: SkilletJobs) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withPlaces(io, printRepairs(io, options), (places) => act(openSkilletJobs(places)))
}
