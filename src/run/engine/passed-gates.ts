import type { RunRow, VisitRow } from "../../ports/run-store.ts"
import { END } from "../../workflow/outcome.ts"
import type { GateStep, Workflow } from "../../workflow/workflow.ts"
import type { Examined } from "../gate/evidence.ts"
import { isPassedByPerson } from "../gate/passed-by.ts"
import type { Engine } from "./engine.ts"

/** A gate that a person let the run pass, with what was open then. */
export interface PassedGate {
  readonly gate: string
  /** Who, and with which reason: "passed with open issues by ann: …". */
  readonly because: string
  readonly open: readonly string[]
}

/** The gates of a run that did not hold when it last went past them. One that held later is not among them. */
export async function passedGates(engine: Engine, run: RunRow, workflow: Workflow): Promise<readonly PassedGate[]> {
  const gates = workflow.steps.filter((step): step is GateStep => step.kind === "gate")
  const found = await Promise.all(gates.map((gate) => passedGate(engine, run, gate)))
  return found.flatMap((one) => one ?? [])
}

async function passedGate({ store }: Engine, run: RunRow, gate: GateStep): Promise<PassedGate | undefined> {
  const judged = await store.visit(run.id, gate.id)
  if (judged?.outcome === undefined) return undefined
  const because = await passedBecause(judged, ({ step, round }) => store.visit(run.id, step, round))
  return because === undefined ? undefined : { gate: gate.title, because, open: openIn(judged) }
}

/** Said at the gate itself, or at the work it had sent the run back to. */
async function passedBecause(
  { because, onward }: VisitRow,
  visitOf: (at: NonNullable<VisitRow["onward"]>) => Promise<VisitRow | undefined>,
): Promise<string | undefined> {
  if (isPassedByPerson(because)) return because
  const work = onward === undefined || onward.step === END ? undefined : await visitOf(onward)
  return isPassedByPerson(work?.because) ? work?.because : undefined
}

function openIn({ evidence }: VisitRow): readonly string[] {
  const examined = evidence === undefined ? [] : (JSON.parse(evidence) as readonly Examined[])
  return examined
    .filter(({ holds }) => !holds)
    .flatMap(({ blocking = [], because }) =>
      blocking.length === 0 ? [because] : blocking.map(({ category, text }) => `[${category}] ${text}`),
    )
}

const MOST_SHOWN = 10

/** What every later step and the end say of such gates. */
export function passedActions(passed: readonly PassedGate[]): readonly string[] {
  return passed.map(({ gate, because, open }) => {
    const more = open.length - MOST_SHOWN
    const issues = open.slice(0, MOST_SHOWN).map((issue) => `- ${issue}`)
    const rest = more > 0 ? [`- and ${more} more`] : []
    return [`The gate "${gate}" was ${because}. Do not call the work complete. Still open:`, ...issues, ...rest].join(
      "\n",
    )
  })
}
