import { openSkilletAgents, type SkilletAgents } from "../../../skillet/open-skillet-agents.ts"
import type { Io } from "../../output.ts"
import { withResources } from "../../with-resources.ts"

/** Opens the agents of this project for `act`, and always closes what they used. */
export async function withAgents(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (agents: SkilletAgents) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withResources(io, options, (resources) => act(openSkilletAgents(resources)))
}
