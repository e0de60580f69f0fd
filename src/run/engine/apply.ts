import type { ResultRow, RunRow } from "../../ports/run-store.ts"
import { SkilletError } from "../../skill/failure.ts"
import { carryOn, ceilingsOf } from "./carry-on.ts"
import { raised } from "../decide/ceilings.ts"
import { decide } from "../decide/decide.ts"
import { type Decision, progressOf } from "../decide/decision.ts"
import type { Engine } from "./engine.ts"
import type { RunEvent } from "../decide/event.ts"
import type { Refusal } from "../decide/refusal.ts"
import { stateFor } from "./state-for.ts"
import { absorb, commitsOf, loadRun, type RunWork, type Work } from "./work.ts"

export type Applied =
  | { readonly kind: "applied"; readonly run: RunRow }
  /** It was reported before; this is the answer that counts. */
  | { readonly kind: "again"; readonly run: RunRow; readonly result: ResultRow }
  | { readonly kind: "refused"; readonly refusal: Refusal }

/** How often somebody else may be faster before we give up. */
const MOST_TRIES = 100

/** An event happens to a run: decided, carried on through every step that needs nobody, and committed, all at once. */
export async function applyEvent(engine: Engine, id: string, event: RunEvent): Promise<Applied> {
  return inOneCommit(engine, event.at, async (work) => {
    const run = await loadRun(work, id)
    const decision = decide(run.workflow, await stateFor(work, run, event), event)
    if (decision.kind === "decided") {
      if (decision.raises === true) await raiseCeilings(work, run)
      await carryOn(work, run, decision)
    }
    return { run, decision }
  })
}

/** Ceilings belong to the run at the top. */
async function raiseCeilings(work: Work, run: RunWork): Promise<void> {
  const { spent, started } = await ceilingsOf(work, run)
  const root = await loadRun(work, run.row.root)
  const budget = raised(root.row.budget, spent, Math.round((work.at - started) / 1000))
  const raisedRun = { ...progressOf(root.row), budget, updated: work.at }
  const { visit } = root
  absorb(work, root, {
    kind: "decided",
    run: raisedRun,
    changes: [],
    events: [{ kind: "raised", data: { budget } }],
    children: [],
    ...(visit === undefined ? {} : { visit }),
  })
}

/** Reads, decides and commits; again from the beginning when somebody else was faster. */
export async function inOneCommit(
  engine: Engine,
  at: number,
  act: (work: Work) => Promise<{ readonly run: RunWork; readonly decision: Decision }>,
): Promise<Applied> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const work: Work = { engine, at, runs: new Map() }
    const { run, decision } = await act(work)
    if (decision.kind === "refused") return decision
    if (decision.kind === "again") return { kind: "again", run: run.row, result: decision.result }
    if (decision.kind === "nothing") return { kind: "applied", run: run.row }
    const result = await engine.store.commit(commitsOf(work))
    if (result.kind === "committed") return { kind: "applied", run: { ...run.row, seq: run.seq + 1 } }
    if (result.kind === "lease-lost") return { kind: "refused", refusal: leaseLost(result.key.step) }
  }
  throw new SkilletError("run.contended", "too many others change this run at the same time", {
    retry: "later",
    next: "try the same command again",
  })
}

function leaseLost(step: string): Refusal {
  return {
    code: "run.lease-lost",
    message: `the answer to ${step} came too late: somebody else has it`,
    next: "skillet run current shows what is to be done now",
  }
}
