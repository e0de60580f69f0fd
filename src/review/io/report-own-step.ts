import { type Applied, requireAccepted, applyEvents } from "../../run/apply-event.ts"
import { NO_ITEM } from "../../run/model.ts"

type Committed = Extract<Applied, { kind: "applied" }>

export interface ReportedOwnStep {
  readonly step: string
  readonly text: string
  /** The command that alone may report it. */
  readonly through: string
}

/** Reports a step that only one of our commands reports. The run is known from its last commit and not read again. */
export async function reportOwnStep(
  { run, work: known }: Committed,
  { step, text, through }: ReportedOwnStep,
): Promise<Committed> {
  const { engine } = known
  const item = { step, round: 1, item: NO_ITEM }
  const at = engine.now()
  const event = { kind: "report", at, item, outcome: "ok", text, by: "skillet", through } as const
  const applied = requireAccepted(await applyEvents(engine, run.id, { events: [event], known }))
  if (applied.kind !== "applied") throw new Error(`${step} of the new run ${run.id} was already reported`)
  return applied
}
