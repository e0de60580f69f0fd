import { renderHint } from "../../render-hint.ts"
import { withAgents } from "./with-agents.ts"
import { writeDeliveryNote } from "../wake/delivery-note.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"
import type { Io } from "../../io.ts"

/** If a run was an agent's question and is over, wakes the agent and prints that. */
export async function tellAsker(io: Io, options: { readonly cwd?: string | undefined }, run: string): Promise<void> {
  await withAgents(io, options, async (agents) => {
    const woken = await agents.wakeAsker(run, locateSkilletScript())
    if (woken !== undefined) io.err(renderHint(writeDeliveryNote(woken.agent, woken.plan), io))
    return 0
  })
}
