import type { Answer, Ask, ItemRef, Request } from "../../../run/model.ts"
import { isClaimable } from "../../../run/verify-run.ts"
import { damaged } from "../store-failure.ts"
import type { Body } from "../artifacts.ts"
import type { OldRun, ReadTools } from "./read-run.ts"
import type { OldDispatch } from "./tables.ts"

/** The request and the answer under one key. */
export interface MigratedItem extends ItemRef {
  /** Its position among the items of its run. */
  readonly made: number
  readonly asked?: { readonly request: Request; readonly dispatch: OldDispatch } | undefined
  readonly answered?: { readonly answer: Answer; readonly text: Body | undefined } | undefined
  /** Whether it is in the queue. */
  readonly isQueued: boolean
}

/** Dispatches with their answers, then answers without a request. */
export function migratedItems(tools: ReadTools, run: OldRun): readonly MigratedItem[] {
  const results = new Map(run.results.map((result) => [keyOf(result), result]))
  const asked = run.dispatches.map((dispatch, at): MigratedItem => {
    const { step, round, item } = dispatch
    const result = results.get(keyOf(dispatch))
    results.delete(keyOf(dispatch))
    if (result === undefined && dispatch.status === "answered") throw lostAnswer(tools, run, dispatch)
    const request = requestOf(tools, dispatch)
    const isHere = run.head.status === "running" && run.head.step === step && run.head.round === round
    return {
      step,
      round,
      item,
      made: at + 1,
      asked: { request, dispatch },
      answered: result && answeredOf(tools, run, result),
      isQueued: isHere && isClaimable({ status: dispatch.status, ask: request.ask }),
    }
  })
  const unasked = [...results.values()].sort((a, b) => a.at - b.at)
  return [
    ...asked,
    ...unasked.map((result, at): MigratedItem => {
      const { step, round, item } = result
      const made = asked.length + at + 1
      return { step, round, item, made, answered: answeredOf(tools, run, result), isQueued: false }
    }),
  ]
}

function requestOf({ artifacts }: ReadTools, { agent, tier, ask, tries, inputs }: OldDispatch): Request {
  return { agent, tier, ask: JSON.parse(artifacts.text(ask)) as Ask, tries, inputs }
}

function answeredOf(
  tools: ReadTools,
  run: OldRun,
  row: OldRun["results"][number],
): NonNullable<MigratedItem["answered"]> {
  const { outcome, agent, digest, bytes, inputs, by, at, usage, reused, text } = row
  const body = digest === undefined || bytes === undefined ? undefined : { digest, bytes }
  if ((body === undefined) !== (text === undefined)) throw lostAnswer(tools, run, row)
  return { answer: { outcome, agent, body, inputs, by, at, usage, reused }, text }
}

function lostAnswer({ database }: ReadTools, { start }: OldRun, { step, round, item }: ItemRef): Error {
  return damaged(database.file, `the answer of ${start.id}/${step}/${round}/${item} does not exist`)
}

function keyOf({ step, round, item }: ItemRef): string {
  return JSON.stringify([step, round, item])
}
