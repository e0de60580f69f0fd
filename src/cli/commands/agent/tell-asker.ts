import { renderHint } from "../../render-hint.ts"
import { withAgents } from "./with-agents.ts"
import { writeDeliveryNote } from "../wake/delivery-note.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"
import type { Io } from "../../output.ts"
import type { Asker } from "../../../tasks/io/agents/wake-asker.ts"

interface AskedRun {
  readonly run: string
  /** Who asked, found before the answer was given. */
  readonly before: Asker | undefined
}

/** Who waits for a run, if it is an agent's question. */
export async function rememberAsker(
  io: Io,
  options: { readonly cwd?: string | undefined },
  run: string,
): Promise<AskedRun> {
  let before: Asker | undefined
  await withAgents(io, options, async (agents) => {
    before = await agents.findAsker(run)
    return 0
  })
  return { run, before }
}

/** If a run was an agent's question and is over, wakes the agent and prints that. */
export async function tellAsker(
  io: Io,
  options: { readonly cwd?: string | undefined },
  { run, before }: AskedRun,
): Promise<void> {
  await withAgents(io, options, async (agents) => {
    const woken = await agents.wakeAsker(run, { script: locateSkilletScript(), before })
    if (woken !== undefined) io.err(renderHint(writeDeliveryNote(woken.agent, woken.plan), io))
    return 0
  })
}
