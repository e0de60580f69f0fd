import { SkilletError } from "../problem/failure.ts"
import { carryOn, ceilingsOf, endUnneeded } from "./advance/carry-on.ts"
import { raised } from "./advance/decide/ask/ceilings.ts"
import { decide } from "./advance/decide/decide.ts"
import { type Decided, type Decision, headOf } from "./advance/decide/decision.ts"
import type { Engine } from "./engine.ts"
import type { RunEvent } from "./advance/decide/event.ts"
import { draftOf, endRun } from "./advance/decide/draft.ts"
import type { Refusal } from "./problems.ts"
import type { Result, Run } from "./model.ts"
import type { Wanted } from "./store.ts"
import { RunMoved } from "./advance/items-in-work.ts"
import { stateFor } from "./advance/state-for.ts"
import { absorb, commitOf, loadRun, newWork, type RunWork, type Work } from "./advance/run-work.ts"

export type Applied =
  | { readonly kind: "applied"; readonly run: Run; readonly work: Work }
  /** It was reported before; this is the answer that counts. */
  | { readonly kind: "again"; readonly run: Run; readonly result: Result }
  | { readonly kind: "refused"; readonly refusal: Refusal }

/** How often somebody else may be faster before we give up. */
const MOST_TRIES = 100

/** An event happens to a run: decided, carried on through every step that needs nobody, and committed, all at once. */
export async function applyEvent(engine: Engine, id: string, event: RunEvent): Promise<Applied> {
  return inOneCommit(engine, event.at, async (work) => {
    const run = await loadRun(work, id, aboutItems(event))
    const decision = await decideOn(run, event)
    if (decision.kind !== "decided") return { run, decision }
    if (decision.atCeiling === "raise" && event.kind === "answer") await raise(work, run, event)
    else if (decision.atCeiling === "stop") await stop(work, run, decision)
    else await carryOn(work, run, decision)
    return { run, decision }
  })
}

async function decideOn(run: RunWork, event: RunEvent): Promise<Decision> {
  return decide(run.workflow, await stateFor(run, event), event)
}

/** Which items an event is about, as far as that is known before the run is read. */
function aboutItems(event: RunEvent): Wanted["items"] {
  return event.kind === "report" || event.kind === "error" ? event.item : undefined
}

type Answering = Extract<RunEvent, { kind: "answer" }>

/** One word is enough for a tree of runs: all that wait for it go on, under ceilings that leave room for them. */
async function raise(work: Work, run: RunWork, event: Answering): Promise<void> {
  const waiting = [{ run, event }, ...(await othersThatWait(work, run, event))]
  let wanted = 0
  for (const one of waiting) {
    const decision = await decideOn(one.run, one.event)
    if (decision.kind === "decided") wanted += decision.head.spent.agents - one.run.run.spent.agents
  }
  await raiseCeilings(work, run, wanted)
  for (const one of waiting) {
    const decision = await decideOn(one.run, one.event)
    if (decision.kind === "decided") await carryOn(work, one.run, decision)
  }
}

/** A ceiling is one of the whole tree, so the whole tree ends at it. */
async function stop(work: Work, run: RunWork, decision: Decided): Promise<void> {
  const root = await loadRun(work, run.run.root)
  if (root === run || root.run.visit === undefined) return carryOn(work, run, decision)
  absorb(run, decision)
  await endUnneeded(work, run, decision)
  await carryOn(work, root, endRun(draftOf(root, work.at), "cancelled", decision.head.because ?? ""))
}

async function othersThatWait(work: Work, run: RunWork, event: Answering) {
  const waiting: { readonly run: RunWork; readonly event: Answering }[] = []
  const asking = await work.engine.store.runs({ root: run.run.root, status: "running", asking: true })
  for (const { id, questions } of asking) {
    if (id === run.run.id) continue
    const asked = questions.find(({ kind, answer }) => kind === "budget" && answer === undefined)
    if (asked !== undefined) waiting.push({ run: await loadRun(work, id), event: { ...event, question: asked.id } })
  }
  return waiting
}

/** Ceilings belong to the run at the top. */
async function raiseCeilings(work: Work, run: RunWork, wanted: number): Promise<void> {
  const { spent, started } = await ceilingsOf(work, run)
  const root = await loadRun(work, run.run.root)
  const needed = { ...spent, agents: spent.agents + wanted }
  const budget = raised(root.run.budget, needed, Math.round((work.at - started) / 1000))
  absorb(root, {
    kind: "decided",
    head: { ...headOf(root.run), budget, updated: work.at },
    changes: [],
    events: [{ kind: "raised", data: { budget } }],
    children: [],
  })
}

type Act = (work: Work) => Promise<{ readonly run: RunWork; readonly decision: Decision }>

/** Reads, decides and commits; again from the beginning when somebody else was faster. */
export async function inOneCommit(engine: Engine, at: number, act: Act): Promise<Applied> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const applied = await tryOnce(newWork(engine, at), act)
    if (applied !== undefined) return applied
  }
  throw new SkilletError("run.contended", "too many others change this run at the same time", {
    retry: "later",
    next: "try the same command again",
  })
}

/** Undefined where another commit was first. */
async function tryOnce(work: Work, act: Act): Promise<Applied | undefined> {
  try {
    const { run, decision } = await act(work)
    if (decision.kind === "refused") return decision
    if (decision.kind === "again") return { kind: "again", run: run.run, result: decision.result }
    if (decision.kind === "nothing") return { kind: "applied", run: run.run, work }
    const result = await work.engine.store.commit(commitOf(work))
    if (result.kind === "moved") return undefined
    if (result.kind === "lease-lost") return { kind: "refused", refusal: leaseLost(result.key.step) }
    return { kind: "applied", run: { ...run.run, seq: run.run.seq + 1 }, work }
  } catch (error) {
    if (error instanceof RunMoved) return undefined
    throw error
  } finally {
    work.isDeciding = false
  }
}

/** A refusal is a failure for the caller: nothing changed, and it says what to do. */
export function accepted(applied: Applied): Exclude<Applied, { kind: "refused" }> {
  if (applied.kind !== "refused") return applied
  const { code, message, next } = applied.refusal
  throw new SkilletError(code, message, { retry: "no", next })
}

function leaseLost(step: string): Refusal {
  return {
    code: "run.lease-lost",
    message: `the answer to ${step} came too late: somebody else has it`,
    next: "skillet run current shows what is to be done now",
  }
}
