import type { ItemKey, Usage } from "../../agents/agent-driver.ts"
import { sha256 } from "../../text/sha256.ts"
import type { PastVisit } from "../history/replay-visits.ts"
import type { Dispatch, Run } from "../model.ts"

/**
 * Spans of runs. A tree of runs is one trace: run, step, dispatch, and a child run under its step.
 *
 * 1. Ids are derived from keys, so that the spans which several workers send of one run belong together.
 * 2. Attributes are names, numbers and outcomes. Nothing that was asked, answered or reported is in a span.
 */
export interface Span {
  readonly trace: string
  readonly id: string
  readonly parent?: string | undefined
  readonly name: string
  /** In milliseconds since 1970. */
  readonly began: number
  readonly ended: number
  readonly isError: boolean
  readonly attributes: Readonly<Record<string, string | number | Real | undefined>>
}

/** A number that need not be whole: an attribute has the same type in every span. */
interface Real {
  readonly real: number
}

/** A dispatch that a worker works on. */
export interface BegunDispatch {
  readonly dispatch: Dispatch
  readonly workflow: string | undefined
  readonly driver: string
  readonly worker: string
}

export interface DispatchEnd {
  readonly outcome: "answered" | "given-back" | "failed"
  /** The code of the error, if there was one. */
  readonly error?: string | undefined
  readonly usage?: Usage | undefined
}

export interface DoneDispatch extends BegunDispatch, DispatchEnd {
  readonly began: number
  readonly ended: number
}

export function describeDispatchSpan(done: DoneDispatch): Span {
  const { dispatch, workflow, driver, worker, outcome, usage } = done
  const { root, run, step, round, item, agent, epoch, tried } = dispatch
  return {
    trace: makeTraceId(root),
    id: makeSpanId("dispatch", run, step, round, item, epoch),
    parent: makeStepId(dispatch),
    name: item === "-" ? `dispatch ${step}` : `dispatch ${step}/${item}`,
    began: done.began,
    ended: done.ended,
    isError: outcome === "failed" || done.error !== undefined,
    attributes: {
      "skillet.run": run,
      "skillet.workflow": workflow,
      "skillet.step": step,
      "skillet.round": round,
      "skillet.item": item,
      "skillet.role": agent,
      "skillet.driver": driver,
      "skillet.worker": worker,
      "skillet.epoch": epoch,
      "skillet.attempt": tried + 1,
      "skillet.outcome": outcome,
      "error.type": done.error,
      "gen_ai.usage.input_tokens": usage?.tokensIn,
      "gen_ai.usage.output_tokens": usage?.tokensOut,
      "skillet.cost_usd": usage && { real: usage.money },
    },
  }
}

/** A run that has ended, with its steps. */
export function describeRunSpans(run: Run, visits: readonly PastVisit[]): readonly Span[] {
  const { id, workflow, parent, started, updated, status, outcome, spent } = run
  const trace = makeTraceId(run.root)
  const own: Span = {
    trace,
    id: makeSpanId("run", id),
    parent: parent && makeStepId(parent),
    name: `run ${workflow}`,
    began: started,
    ended: updated,
    isError: status === "failed",
    attributes: {
      "skillet.run": id,
      "skillet.workflow": workflow,
      "skillet.status": status,
      "skillet.outcome": outcome,
      "skillet.agents": spent.agents,
      "skillet.tokens": spent.tokens,
      "skillet.cost_usd": { real: spent.money },
    },
  }
  const steps = visits.map((visit): Span => {
    const { step, round, entered, left = updated } = visit
    return {
      trace,
      id: makeStepId({ run: id, step, round }),
      parent: own.id,
      name: `step ${step}`,
      began: entered,
      ended: left,
      isError: visit.outcome === "fail",
      attributes: {
        "skillet.run": id,
        "skillet.workflow": workflow,
        "skillet.step": step,
        "skillet.round": round,
        "skillet.outcome": visit.outcome,
        "skillet.items": visit.total,
      },
    }
  })
  return [own, ...steps]
}

/** 16 bytes, and 8 for a span, in hexadecimal. Digests are never all zeros. */
function makeTraceId(root: string): string {
  return sha256(`skillet trace ${root}`).slice(0, 32)
}

function makeSpanId(...parts: readonly (string | number)[]): string {
  return sha256(JSON.stringify(["skillet span", ...parts])).slice(0, 16)
}

function makeStepId({ run, step, round }: Pick<ItemKey, "run" | "step" | "round">): string {
  return makeSpanId("step", run, step, round)
}
