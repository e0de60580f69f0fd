import { SkilletError } from "../problem/failure.ts"
import { carryOn, loadCeilings, endUnneeded } from "./advance/carry-on.ts"
import { findBrokenCeiling, raiseBudget } from "./advance/decide/ask/ceilings.ts"
import { decide } from "./advance/decide/decide.ts"
import { type Decided, type Decision, extractHead } from "./advance/decide/decision.ts"
import type { Engine } from "./engine.ts"
import type { RunEvent } from "./advance/decide/event.ts"
import {
  findMissingPlaces,
  findPlaces,
  listNamedDirectories,
  type MissingPlace,
  mustCheckPlaces,
} from "./advance/decide/reported-places.ts"
import { findStep } from "../workflow/workflow.ts"
import { startDraft, endRun } from "./advance/decide/draft.ts"
import type { Refusal } from "./problems.ts"
import type { Result, Run } from "./model.ts"
import type { Commit, Lease, Wanted } from "./store.ts"
import { RunMoved } from "./advance/pending-items.ts"
import { loadState } from "./advance/load-state.ts"
import {
  absorb,
  buildCommit,
  keepCommitted,
  loadPending,
  openCommit,
  reopenCommit,
  type PendingRun,
  type PendingCommit,
} from "./advance/pending-commit.ts"

export type Applied =
  /** `work` has the runs as they were committed: a directive, or the next event, need not read them again. */
  | { readonly kind: "applied"; readonly run: Run; readonly work: PendingCommit; readonly taken?: Lease | undefined }
  /** It was reported before; this is the first answer, which counts. */
  | { readonly kind: "again"; readonly run: Run; readonly result: Result }
  | { readonly kind: "refused"; readonly refusal: Refusal }

/** How often another process may commit first before this one gives up. */
const MOST_TRIES = 100

/**
 * Applies an event to a run: decides it, runs every step that needs no agent or person, and commits everything
 * together.
 */
export async function applyEvent(engine: Engine, id: string, event: RunEvent): Promise<Applied> {
  return applyEvents(engine, id, { events: [event] })
}

export interface GivenEvents {
  readonly events: readonly [RunEvent, ...(readonly RunEvent[])]
  /**
   * The run as it was read or committed before: it is read again only if it has moved since. It changes with the commit
   * and is not to be used afterwards; what was committed is in the result.
   */
  readonly known?: PendingCommit | undefined
  readonly take?: Commit["take"]
}

/**
 * The same for several events, such as the answers to the items of one visit, in one commit. One that is refused, or was
 * applied before, does not keep out the others.
 */
export async function applyEvents(engine: Engine, id: string, { events, known, take }: GivenEvents): Promise<Applied> {
  const [first, ...more] = events
  return commitOnce(engine, { at: first.at, known, take }, async (work) => {
    let acted = await act(work, id, first)
    for (const event of more) {
      const next = await act(work, id, event)
      if (acted.decision.kind !== "decided" || next.decision.kind === "decided") acted = next
    }
    return acted
  })
}

/** The runs as an event left them; undefined if it changed nothing. */
export function findCommitted(applied: Applied): PendingCommit | undefined {
  return applied.kind === "applied" ? applied.work : undefined
}

async function act(work: PendingCommit, id: string, event: RunEvent): Promise<Acted> {
  const run = await loadPending(work, id, { items: aboutItems(event) })
  const missingPlaces = await checkPlaces(work.engine, run, event)
  const decision = decide(run.workflow, { ...(await loadState(run, event)), missingPlaces }, event)
  if (decision.kind !== "decided") return { run, decision }
  if (decision.atCeiling === "raise" && event.kind === "answer") await raise(work, run, event)
  else if (decision.atCeiling === "set" && event.kind === "budget")
    await continueUnderCeilings(work, run, { decision, event })
  else if (decision.atCeiling === "stop") await stop(work, run, decision)
  else await carryOn(work, run, decision)
  return { run, decision }
}

async function decideEvent(run: PendingRun, event: RunEvent): Promise<Decision> {
  return decide(run.workflow, await loadState(run, event), event)
}

/** What a child run or another run reported was checked there. */
async function checkPlaces(
  { countLines }: Engine,
  { run, workflow }: PendingRun,
  event: RunEvent,
): Promise<readonly MissingPlace[] | undefined> {
  const { directory } = run
  if (event.kind !== "report" || event.text === undefined || countLines === undefined || directory === undefined)
    return undefined
  if (event.child !== undefined || event.reused !== undefined) return undefined
  if (!mustCheckPlaces(findStep(workflow, event.item.step))) return undefined
  const params = JSON.parse(run.params) as Readonly<Record<string, unknown>>
  return findMissingPlaces(findPlaces(event.text), listNamedDirectories(params), (file) => countLines(directory, file))
}

/** The items that an event concerns, as far as they are known before the run is read. */
function aboutItems(event: RunEvent): Wanted["items"] {
  return event.kind === "report" || event.kind === "error" ? event.item : undefined
}

type Answering = Extract<RunEvent, { kind: "answer" }>

/**
 * One answer is enough for a tree of runs: all dispatches that wait for it continue, under ceilings that leave room for
 * them.
 */
async function raise(work: PendingCommit, run: PendingRun, event: Answering): Promise<void> {
  const waiting = [{ run, event }, ...(await othersThatWait(work, run, event))]
  await raiseCeilings(work, run, await agentsHeld(waiting))
  await letGo(work, waiting)
}

type Waiting = readonly { readonly run: PendingRun; readonly event: Answering }[]

async function agentsHeld(waiting: Waiting): Promise<number> {
  let held = 0
  for (const { run, event } of waiting) {
    const decision = await decideEvent(run, event)
    if (decision.kind === "decided") held += decision.head.spent.agents - run.run.spent.agents
  }
  return held
}

async function letGo(work: PendingCommit, waiting: Waiting): Promise<void> {
  for (const { run, event } of waiting) {
    const decision = await decideEvent(run, event)
    if (decision.kind === "decided") await carryOn(work, run, decision)
  }
}

/** With new ceilings, dispatches that waited at the old ones continue if there is room for all of them. */
async function continueUnderCeilings(
  work: PendingCommit,
  root: PendingRun,
  how: { readonly decision: Decided; readonly event: Extract<RunEvent, { kind: "budget" }> },
): Promise<void> {
  absorb(root, how.decision)
  const answer: Answering = { kind: "answer", at: work.at, answers: ["raise"], by: how.event.by }
  const waiting = await thoseThatWait(work, root, answer)
  const needs = waiting.flatMap(({ run }) => openNeeds(run.run))
  const most = (of: "tokens" | "money") => Math.max(0, ...needs.map((one) => one[of]))
  const wanted = { agents: await agentsHeld(waiting), tokens: most("tokens"), money: most("money") }
  if (findBrokenCeiling(await loadCeilings(work, root), wanted, work.at) === undefined) await letGo(work, waiting)
}

function openNeeds({ questions }: Run) {
  return questions.flatMap(({ kind, answer, needs }) =>
    kind === "budget" && answer === undefined && needs !== undefined ? [needs] : [],
  )
}

/** A ceiling applies to the whole tree of runs, so reaching it ends the whole tree. */
async function stop(work: PendingCommit, run: PendingRun, decision: Decided): Promise<void> {
  const root = await loadPending(work, run.run.root)
  if (root === run || root.run.visit === undefined) return carryOn(work, run, decision)
  absorb(run, decision)
  await endUnneeded(work, run, decision)
  await carryOn(work, root, endRun(startDraft(root, work.at), "cancelled", decision.head.because ?? ""))
}

async function othersThatWait(work: PendingCommit, run: PendingRun, event: Answering): Promise<Waiting> {
  return (await thoseThatWait(work, run, event)).filter((one) => one.run !== run)
}

async function thoseThatWait(work: PendingCommit, run: PendingRun, event: Answering): Promise<Waiting> {
  const waiting: Waiting[number][] = []
  const asking = await work.engine.store.runs({ root: run.run.root, status: "running", asking: true })
  for (const { id, questions } of asking) {
    const asked = questions.find(({ kind, answer }) => kind === "budget" && answer === undefined)
    if (asked !== undefined) waiting.push({ run: await loadPending(work, id), event: { ...event, question: asked.id } })
  }
  return waiting
}

/** Ceilings belong to the run at the top. */
async function raiseCeilings(work: PendingCommit, run: PendingRun, wanted: number): Promise<void> {
  const { spent, started } = await loadCeilings(work, run)
  const root = await loadPending(work, run.run.root)
  const [{ tokens, money } = { tokens: 0, money: 0 }] = openNeeds(run.run)
  const needed = { agents: spent.agents + wanted, tokens: spent.tokens + tokens, money: spent.money + money }
  const budget = raiseBudget(root.run.budget, needed, Math.round((work.at - started) / 1000))
  absorb(root, {
    kind: "decided",
    head: { ...extractHead(root.run), budget, updated: work.at },
    changes: [],
    events: [{ kind: "raised", data: { budget } }],
    children: [],
  })
}

interface Acted {
  readonly run: PendingRun
  readonly decision: Decision
}

type Act = (work: PendingCommit) => Promise<Acted>

interface CommitOptions {
  readonly at: number
  /** What was read or committed before. */
  readonly known?: PendingCommit | undefined
  readonly take?: Commit["take"]
}

/** Reads, decides and commits; starts over if another process committed first. */
export async function commitOnce(engine: Engine, { at, known, take }: CommitOptions, act: Act): Promise<Applied> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const work = known === undefined || tries > 0 ? openCommit(engine, at) : reopenCommit(known, at)
    const applied = await tryOnce(work, act, take)
    if (applied !== undefined) return applied
  }
  throw new SkilletError("run.contended", "too many processes are changing this run at the same time", {
    retry: "later",
    next: "run the same command again",
  })
}

/** Undefined if another commit came first. */
async function tryOnce(work: PendingCommit, act: Act, take: Commit["take"]): Promise<Applied | undefined> {
  try {
    const { run, decision } = await act(work)
    if (decision.kind === "refused") return decision
    if (decision.kind === "again") return { kind: "again", run: run.run, result: decision.result }
    if (decision.kind === "nothing") return { kind: "applied", run: run.run, work }
    const commit = { ...buildCommit(work), take }
    const result = await work.engine.store.commit(commit)
    if (result.kind === "moved") return undefined
    if (result.kind === "lease-lost") return { kind: "refused", refusal: leaseLost(result.key.step) }
    keepCommitted(work, commit)
    return { kind: "applied", run: (work.runs.get(run.run.id) ?? run).run, work, taken: result.taken }
  } catch (error) {
    if (error instanceof RunMoved) return undefined
    throw error
  } finally {
    work.isDeciding = false
  }
}

/** A refusal is an error for the caller: nothing changed, and the error says what to do. */
export function requireAccepted(applied: Applied): Exclude<Applied, { kind: "refused" }> {
  if (applied.kind !== "refused") return applied
  const { code, message, next } = applied.refusal
  throw new SkilletError(code, message, { retry: "no", next })
}

function leaseLost(step: string): Refusal {
  return {
    code: "run.lease-lost",
    message: `the answer to ${step} came too late: another worker has taken it over`,
    next: "skillet run current shows what to do now",
  }
}
