import { openSkilletAgents, type SkilletAgents } from "../../../skillet/open-skillet-agents.ts"
import type { Io } from "../../io.ts"
import { withPlaces } from "../../with-places.ts"

/** Opens the agents of this project for `act`, and always closes what they used. */
export async function withAgents(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (agents: SkilletAgents) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withPlaces(io, options, (places) => act(openSkilletAgents(places)))
}
