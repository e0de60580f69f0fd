import { buildAgentRequest } from "../build-directive.ts"
import type { AgentAnswer, AgentRequest, Usage } from "../../agents/agent-driver.ts"
import { AgentFailure } from "../../agents/agent-failure.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isWrongOutput, type RefusalCode } from "../problems.ts"
import { loadPending, openReading, type PendingCommit, resumeReading } from "../advance/pending-commit.ts"
import { type Applied, applyEvent, applyEvents } from "../apply-event.ts"
import type { Engine } from "../engine.ts"
import { type Dispatch, type GateAsk, isGateAsk, type Run } from "../model.ts"
import type { Claimed } from "../store.ts"
import type { DispatchEnd } from "../trace/describe-spans.ts"
import type { DriveSettings, Driving } from "./drive-settings.ts"
import { serialiseKey } from "../room-under-ceilings.ts"
import { chooseRenewal } from "./decide-pace.ts"
import { chooseRetryDelay, chooseStoreDelay, STORE_TRIES } from "./decide-retry.ts"

export interface Worked {
  /** Whether it has an answer for certain. */
  readonly isAnswered: boolean
  /** What the answer opened, if the worker has it already. */
  readonly next?: Taken | undefined
}

/** A dispatch that a worker got with the commit that opened it. */
export interface Taken extends Claimed {
  /** What was committed. The next report takes it. */
  readonly known: PendingCommit
}

/**
 * One dispatch, from the claim to the answer. Whatever happens, it is answered, given back, or lost to another worker.
 * Only failures of the agent count as attempts: if the store fails, it is retried and then left to the next driver.
 */
export async function workOnDispatch(engine: Engine, claimed: Claimed | Taken, how: Driving): Promise<Worked> {
  const tell = how.trace?.({
    dispatch: claimed.dispatch,
    workflow: claimed.loaded?.run.workflow,
    driver: claimed.dispatch.agent === "shell" ? "shell" : how.driver.name,
    worker: how.worker,
  })
  try {
    const worked = await attempt(engine, claimed, how)
    tell?.(describeAttempt(worked), worked.ended)
    return { isAnswered: worked.isAnswered, next: worked.next }
  } catch (error) {
    tell?.({ outcome: "failed", error: readCode(error) })
    throw error
  }
}

function describeAttempt({ isAnswered, error, usage }: Attempted): DispatchEnd {
  if (isAnswered) return { outcome: "answered", usage }
  return error === undefined ? { outcome: "given-back", usage } : { outcome: "failed", error: readCode(error), usage }
}

function readCode(error: unknown): string {
  return error instanceof SkilletError ? error.code : "unknown"
}

interface Attempted extends Worked {
  readonly usage?: Usage | undefined
  readonly error?: unknown
  /** The runs that ended with it. */
  readonly ended?: readonly Run[] | undefined
}

async function attempt(engine: Engine, claimed: Claimed | Taken, how: Driving): Promise<Attempted> {
  const stop = new AbortController()
  const signal = AbortSignal.any([how.signal, stop.signal])
  const heart = keepLease(claimed, how, stop)
  try {
    const asked = await askOnce(engine, claimed, { how, signal })
    if (asked === undefined) {
      await giveBack(claimed, how)
      return { isAnswered: false }
    }
    const reported =
      "error" in asked
        ? { failed: asked.error }
        : await again(how, signal, () => report(engine, claimed, { how, asked }))
    const { failed, next } = reported
    const usage = findUsage(asked)
    let { ended } = reported
    if (failed !== undefined && !signal.aborted)
      ended = await again(how, signal, () => giveUp(engine, claimed, { how, error: failed, usage }))
    else if (failed !== undefined && !stop.signal.aborted) await giveBack(claimed, how)
    return { isAnswered: failed === undefined, next, usage, error: failed, ended }
  } catch (error) {
    if (stop.signal.aborted) return { isAnswered: false }
    await giveBack(claimed, how)
    if (!how.signal.aborted) throw error
    return { isAnswered: false }
  } finally {
    heart.end()
  }
}

async function giveBack({ lease }: Claimed, { queue }: DriveSettings): Promise<void> {
  await queue.release(lease, { after: 0, untried: true })
}

/** A busy or full store may work again in a moment, so the agent's answer is not thrown away. */
async function again<Result>(how: Driving, signal: AbortSignal, act: () => Promise<Result>): Promise<Result> {
  for (let tried = 0; ; tried++) {
    try {
      return await act()
    } catch (error) {
      if (!mayWorkLater(error) || tried >= STORE_TRIES || signal.aborted) throw error
      await how.sleep(chooseStoreDelay(tried), signal)
    }
  }
}

function mayWorkLater(error: unknown): boolean {
  return error instanceof SkilletError && error.retry === "later"
}

/** Renews the lease while the work continues; stops the work when it is lost. */
function keepLease({ lease }: Claimed, how: Driving, stop: AbortController): { end(): void } {
  const end = how.every(chooseRenewal(how.leaseMilliseconds), () => {
    how.queue.renew(lease).then(
      (held) => {
        if (!held) stop.abort(new Error("the lease is lost"))
      },
      (error: unknown) => {
        if (!mayWorkLater(error)) stop.abort(error)
      },
    )
  })
  return { end }
}

interface Asking {
  readonly how: Driving
  readonly signal: AbortSignal
}

type Asked = Answered | { readonly error: unknown }

interface Answered {
  readonly answer: AgentAnswer
  /** What was read for the question, if nobody else is asked with it. The first report takes it. */
  known?: PendingCommit | undefined
}

/** Refused answers and failed attempts were paid for too. */
function findUsage(asked: Asked): Usage | undefined {
  if ("answer" in asked) return asked.answer.usage
  return asked.error instanceof AgentFailure ? asked.error.usage : undefined
}

/**
 * Returns errors of the agent; throws errors of the store. Undefined if the run has moved on: a delayed driver does not
 * pay for an answer that nobody waits for.
 */
async function askOnce(engine: Engine, claimed: Claimed | Taken, { how, signal }: Asking): Promise<Asked | undefined> {
  const { dispatch } = claimed
  const { ask } = dispatch
  const known = await resumeKnown(engine, claimed)
  const reading = known ?? openReading(engine)
  const act = isGateAsk(ask)
    ? makeGateAct((await loadPending(reading, dispatch.run)).run, ask)
    : makeDriverAct(await buildAgentRequest(reading, dispatch, how.cwd))
  const isAlone = known?.runs.get(dispatch.run)?.run.visit?.total === 1
  return act?.().then(
    (answer) => ({ answer, known: isAlone ? known : undefined }),
    (error: unknown) => ({ error }),
  )

  function makeGateAct(run: Run, asked: GateAsk): () => Promise<AgentAnswer> {
    return async () => ({ text: JSON.stringify(await how.forGate(asked, run, signal)) })
  }

  function makeDriverAct(request: AgentRequest | undefined): (() => Promise<AgentAnswer>) | undefined {
    return request && (async () => how.driver.ask(request, signal))
  }
}

async function resumeKnown(engine: Engine, claimed: Claimed | Taken): Promise<PendingCommit | undefined> {
  if ("known" in claimed) return claimed.known
  return claimed.loaded && (await resumeReading(engine, claimed.loaded, claimed.dispatch))
}

interface Reported {
  /** What is wrong with the answer, if the agent can correct it. */
  readonly failed?: unknown
  readonly next?: Taken | undefined
  readonly ended?: readonly Run[] | undefined
}

async function report(
  engine: Engine,
  claimed: Claimed,
  { how, asked }: { readonly how: Driving; readonly asked: Answered },
): Promise<Reported> {
  const { run, ...item } = claimed.lease.key
  const { answer, known } = asked
  // It is used up, also by a report that fails.
  asked.known = undefined
  const event = {
    kind: "report",
    at: engine.now(),
    item,
    text: answer.text,
    through: how.through,
    by: claimed.dispatch.agent === "shell" ? "shell" : how.driver.name,
    epoch: claimed.lease.epoch,
    usage: answer.usage,
  } as const
  const { worker, leaseMilliseconds } = how
  const take = how.mayTakeNext?.() === true ? { run, worker, leaseMilliseconds } : undefined
  const applied = await applyEvents(engine, run, { events: [event], known, take })
  if (applied.kind !== "refused") {
    how.unsettled.delete(serialiseKey(claimed.lease.key))
    const ended = listEnded(applied)
    return { next: applied.kind === "applied" ? await openTaken(applied) : undefined, ended }
  }
  const { code, message, next } = applied.refusal
  return isWrongAnswer(code) ? { failed: new SkilletError(code, message, { retry: "later", next }) } : {}
}

function listEnded(applied: Applied): readonly Run[] {
  if (applied.kind !== "applied") return []
  return [...applied.work.runs.values()].flatMap(({ run }) => (run.status === "running" ? [] : [run]))
}

/** Of other runs, what was read for the commit is not kept: they may move in the meantime. */
async function openTaken({ work, taken }: Extract<Applied, { kind: "applied" }>): Promise<Taken | undefined> {
  if (taken === undefined) return undefined
  const { key, epoch } = taken
  for (const id of work.runs.keys()) if (id !== key.run) work.runs.delete(id)
  const { run, items } = await loadPending(work, key.run)
  const dispatch = (await items.one(key))?.dispatch
  if (dispatch === undefined) throw new Error(`${key.step}/${key.item} was taken and never requested`)
  const claimed: Dispatch = { ...dispatch, status: "leased", epoch }
  return { lease: taken, dispatch: claimed, loaded: { run, items: [{ dispatch: claimed }], texts: [] }, known: work }
}

/** The agent is asked again: another answer may be accepted. */
function isWrongAnswer(code: RefusalCode): boolean {
  return isWrongOutput(code) || code === "run.no-outcome" || code === "run.cap-reached"
}

/** A limit of the user is not the agent's fault: the dispatch stays open for later. */
const LIMIT = "agent.limit"

/** After the last attempt it is an error of the step; before that it is given back. */
async function giveUp(
  engine: Engine,
  claimed: Claimed,
  { how, error, usage }: { readonly how: Driving; readonly error: unknown; readonly usage: Usage | undefined },
): Promise<readonly Run[]> {
  const { lease, dispatch } = claimed
  if (!(error instanceof SkilletError) || error.code === LIMIT) throw error
  const tried = dispatch.tried + 1
  if (error.retry === "later" && tried < dispatch.tries) {
    if (usage !== undefined) how.unsettled.set(serialiseKey(lease.key), usage)
    const wanted = error instanceof AgentFailure ? error.after : undefined
    await how.queue.release(lease, { after: chooseRetryDelay({ tried, wanted }) })
    return []
  }
  const { run, ...item } = lease.key
  const applied = await applyEvent(engine, run, {
    kind: "error",
    at: engine.now(),
    item,
    message: error.message,
    by: how.driver.name,
    usage,
    epoch: lease.epoch,
  })
  how.unsettled.delete(serialiseKey(lease.key))
  return listEnded(applied)
}
