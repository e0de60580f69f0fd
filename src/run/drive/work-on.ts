import type { AgentAnswer, AgentRequest } from "../../ports/agent-driver.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isRole, roles, type Tier } from "../../workflow/roles.ts"
import { isWrongOutput } from "../decide/wrong-output.ts"
import type { RefusalCode } from "../decide/refusal.ts"
import type { Directive } from "../directive/directive.ts"
import { subAgentPrompt } from "../directive/sub-agent-prompt.ts"
import { renderText } from "../directive/text/render-text.ts"
import { applyEvent } from "../engine/apply.ts"
import { directiveAt } from "../engine/current.ts"
import { type Engine, findRun } from "../engine/engine.ts"
import type { Dispatch, Run } from "../model.ts"
import type { Claimed } from "../store.ts"
import type { DriveHow } from "./drive-how.ts"
import { LONGEST_DELAY } from "./patience.ts"

/**
 * One dispatch, from the claim to the answer. Whatever happens, it is answered, given back or lost to somebody else. Only what
 * the agent does counts as a try: a store that fails is tried again, and then left to the next driver.
 */
export async function workOn(engine: Engine, claimed: Claimed, how: DriveHow): Promise<void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([how.signal, stop.signal])
  const heart = keepLease(claimed, how, stop)
  try {
    const asked = await askFor(engine, claimed.dispatch, { how, signal })
    const failed =
      "error" in asked ? asked.error : await again(how, signal, () => report(engine, claimed, { how, ...asked }))
    if (failed !== undefined && !signal.aborted)
      await again(how, signal, () => giveUp(engine, claimed, { how, error: failed }))
    else if (failed !== undefined && !stop.signal.aborted) await giveBack(claimed, how)
  } catch (error) {
    if (stop.signal.aborted) return
    await giveBack(claimed, how)
    if (!how.signal.aborted) throw error
  } finally {
    heart.end()
  }
}

async function giveBack({ lease }: Claimed, { queue }: DriveHow): Promise<void> {
  await queue.release(lease, { after: 0, untried: true })
}

/** A store that is busy or full may work in a moment; what an agent said is not thrown away for it. */
async function again<Result>(how: DriveHow, signal: AbortSignal, act: () => Promise<Result>): Promise<Result> {
  for (let tried = 0; ; tried++) {
    try {
      return await act()
    } catch (error) {
      if (!mayWorkLater(error) || tried >= STORE_TRIES || signal.aborted) throw error
      await how.sleep(250 * 2 ** tried, signal)
    }
  }
}

const STORE_TRIES = 5

function mayWorkLater(error: unknown): boolean {
  return error instanceof SkilletError && error.retry === "later"
}

/** Renews the lease while the work goes on; stops the work when it is lost. */
function keepLease({ lease }: Claimed, how: DriveHow, stop: AbortController): { end(): void } {
  const end = how.every(Math.max(50, how.leaseMilliseconds / 3), () => {
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
  readonly how: DriveHow
  readonly signal: AbortSignal
}

type Asked = { readonly answer: AgentAnswer } | { readonly error: unknown }

/** What the agent does wrong is returned; what is wrong with the store is thrown. */
async function askFor(engine: Engine, dispatch: Dispatch, { how, signal }: Asking): Promise<Asked> {
  const { ask } = dispatch
  const act =
    ask.kind === "command"
      ? shellFor(await findRun(engine, dispatch.run), ask.command)
      : driverFor(await requestFor(engine, dispatch, how.cwd))
  return act().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )

  function shellFor(run: Run, command: string): () => Promise<AgentAnswer> {
    return async () => ({ text: JSON.stringify(await how.shell(command, run, signal)) })
  }

  function driverFor(request: AgentRequest): () => Promise<AgentAnswer> {
    return async () => how.driver.ask(request, signal)
  }
}

/** What an agent is asked, the same for every try. */
export async function requestFor(engine: Engine, dispatch: Dispatch, cwd: string): Promise<AgentRequest> {
  const { run, step, round, item, ask, tier } = dispatch
  const directive = await directiveAt(engine, run, { step, round })
  const shown = directive.dispatches.find((one) => one.item === item)
  const agent = dispatch.agent === "" ? "general-purpose" : dispatch.agent
  const prompt =
    ask.kind === "prompt" && shown !== undefined
      ? subAgentPrompt(withoutFiles(shown), withoutAfter(directive))
      : `${renderText(withoutAfter({ ...directive, outcomes: [] }))}\n\n${endOfAnswer(directive.outcomes.map(({ outcome }) => outcome))}`
  return {
    key: { run, step, round, item },
    agent,
    role: isRole(agent) ? roles[agent] : agent,
    tier: (tier as Tier | undefined) ?? "mid",
    prompt,
    cwd,
  }
}

/** A driver takes the answer as it is said: nobody has to write it to a file or report it. */
function withoutFiles<T extends { readonly file?: string; readonly report?: string }>(
  shown: T,
): Omit<T, "file" | "report"> {
  const { file: _file, report: _report, ...rest } = shown
  return rest
}

function withoutAfter({ after: _after, ...directive }: Directive): Directive {
  return directive
}

function endOfAnswer(outcomes: readonly string[]): string {
  if (outcomes.length < 2) return "Answer with the result of this step alone."
  return `Answer with the result of this step. End with one of these lines:\n${outcomes.map((one) => `OUTCOME: ${one}`).join("\n")}`
}

/** What is wrong with the answer, where the agent can do better. */
async function report(
  engine: Engine,
  claimed: Claimed,
  { how, answer }: { readonly how: DriveHow; readonly answer: AgentAnswer },
): Promise<SkilletError | undefined> {
  const { run, ...item } = claimed.lease.key
  const applied = await applyEvent(engine, run, {
    kind: "report",
    at: engine.now(),
    item,
    text: answer.text,
    through: how.through,
    by: claimed.dispatch.agent === "shell" ? "shell" : how.driver.name,
    epoch: claimed.lease.epoch,
    usage: answer.usage,
  })
  if (applied.kind !== "refused") return undefined
  const { code, message, next } = applied.refusal
  return isWrongAnswer(code) ? new SkilletError(code, message, { retry: "later", next }) : undefined
}

/** The agent is asked again: another answer may do. */
function isWrongAnswer(code: RefusalCode): boolean {
  return isWrongOutput(code) || code === "run.no-outcome" || code === "run.cap-reached"
}

/** Tried as often as it may be, it is an error of the step; before that it is given back. */
async function giveUp(
  engine: Engine,
  claimed: Claimed,
  { how, error }: { readonly how: DriveHow; readonly error: unknown },
): Promise<void> {
  const { lease, dispatch } = claimed
  if (!(error instanceof SkilletError)) throw error
  const tried = dispatch.tried + 1
  if (error.retry === "later" && tried < dispatch.tries) {
    await how.queue.release(lease, { after: Math.min(LONGEST_DELAY, 250 * 2 ** tried) })
    return
  }
  const { run, ...item } = lease.key
  await applyEvent(engine, run, {
    kind: "error",
    at: engine.now(),
    item,
    message: error.message,
    by: how.driver.name,
    epoch: lease.epoch,
  })
}
