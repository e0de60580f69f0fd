import type { AgentAnswer, AgentRequest } from "../../ports/agent-driver.ts"
import type { Claimed } from "../../ports/dispatch-queue.ts"
import type { DispatchRow } from "../../ports/run-store.ts"
import { SkilletError } from "../../skill/failure.ts"
import { isRole, roles, type Tier } from "../../workflow/roles.ts"
import type { Directive } from "../directive/directive.ts"
import { subAgentPrompt } from "../directive/sub-agent-prompt.ts"
import { renderText } from "../directive/text/render-text.ts"
import { applyEvent } from "../engine/apply.ts"
import { directiveAt } from "../engine/current.ts"
import { type Engine, findRun } from "../engine/engine.ts"
import type { DriveHow } from "./drive-how.ts"
import { LONGEST_DELAY } from "./patience.ts"

/** One dispatch, from the claim to the answer. Whatever happens, it is answered, given back or lost to somebody else. */
export async function workOn(engine: Engine, claimed: Claimed, how: DriveHow): Promise<void> {
  const { lease, dispatch } = claimed
  const stop = new AbortController()
  const stopped = AbortSignal.any([how.signal, stop.signal])
  const heart = keepLease(claimed, how, stop)
  try {
    const answer = await askFor(engine, dispatch, { how, signal: stopped })
    await report(engine, claimed, { how, answer })
  } catch (error) {
    if (how.signal.aborted) await how.queue.release(lease, { after: 0, untried: true })
    else if (!stop.signal.aborted) await giveUp(engine, claimed, { how, error })
  } finally {
    heart.end()
  }
}

/** Renews the lease while the work goes on; stops the work when it is lost. */
function keepLease({ lease }: Claimed, how: DriveHow, stop: AbortController): { end(): void } {
  const end = how.every(Math.max(50, how.leaseMilliseconds / 3), () => {
    how.queue.renew(lease).then(
      (held) => {
        if (!held) stop.abort(new Error("the lease is lost"))
      },
      (error: unknown) => stop.abort(error),
    )
  })
  return { end }
}

interface Asking {
  readonly how: DriveHow
  readonly signal: AbortSignal
}

async function askFor(engine: Engine, dispatch: DispatchRow, { how, signal }: Asking): Promise<AgentAnswer> {
  const { ask } = dispatch
  if (ask.kind === "command") {
    const run = await findRun(engine, dispatch.run)
    return { text: JSON.stringify(await how.shell(ask.command, run, signal)) }
  }
  return how.driver.ask(await requestFor(engine, dispatch, how.cwd), signal)
}

/** What an agent is asked, the same for every try. */
export async function requestFor(engine: Engine, dispatch: DispatchRow, cwd: string): Promise<AgentRequest> {
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

async function report(
  engine: Engine,
  claimed: Claimed,
  { how, answer }: { readonly how: DriveHow; readonly answer: AgentAnswer },
): Promise<void> {
  const { run, ...item } = claimed.lease.key
  const applied = await applyEvent(engine, run, {
    kind: "report",
    at: engine.now(),
    item,
    text: answer.text,
    by: claimed.dispatch.agent === "shell" ? "shell" : how.driver.name,
    epoch: claimed.lease.epoch,
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
  })
  if (applied.kind !== "refused") return
  const { code, message, next } = applied.refusal
  if (code === "run.no-outcome" || code === "run.output-missing" || code === "run.cap-reached")
    throw new SkilletError(code, message, { retry: "later", next })
}

/** Tried as often as it may be, it is an error of the step; before that it is given back. */
async function giveUp(
  engine: Engine,
  claimed: Claimed,
  { how, error }: { readonly how: DriveHow; readonly error: unknown },
): Promise<void> {
  const { lease, dispatch } = claimed
  if (!(error instanceof SkilletError)) {
    await how.queue.release(lease, { after: 0, untried: true })
    throw error
  }
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
