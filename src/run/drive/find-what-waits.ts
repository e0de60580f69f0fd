import { formatCount } from "../../text/format-count.ts"
import { findStep } from "../../workflow/workflow.ts"
import type { Engine } from "../engine.ts"
import { listDispatches, type Dispatch, type Run } from "../model.ts"
import { SkilletError } from "../../problem/failure.ts"
import { LONGEST_DELAY } from "./decide-retry.ts"

/** What must happen before a tree of runs can continue, if there is nothing to claim. */
export type Waits =
  | { readonly kind: "person" }
  | { readonly kind: "time"; readonly milliseconds: number; readonly runs: readonly string[] }
  /** Other workers are busy, or something may be tried again later. With `unclaimed`, nobody works on what is open. */
  | { readonly kind: "others"; readonly unclaimed?: readonly WaitsFor[] | undefined }
  /** Nothing that the tree waits for can happen any more. */
  | { readonly kind: "stalled"; readonly waitsFor: readonly WaitsFor[] }

/** Something a run waits for that can never happen. */
export interface WaitsFor {
  readonly run: string
  readonly step: string
  readonly round: number
  readonly item?: string | undefined
  readonly because: string
}

type RunWaits =
  | { readonly kind: "person" | "child" | "others" }
  | { readonly kind: "time"; readonly run: string; readonly milliseconds: number }
  | { readonly kind: "unclaimed" | "nothing"; readonly waitsFor: readonly WaitsFor[] }

export async function findWhatWaits(engine: Engine, run: Run): Promise<Waits> {
  const running = await engine.store.runs({ root: run.root, status: "running" })
  const ids = new Set(running.map(({ id }) => id))
  const found: RunWaits[] = []
  for (const one of running) found.push(await findWaits(engine, one, ids))
  const waits = ofAll(found)
  const isInVain = waits.kind === "stalled" || (waits.kind === "others" && waits.unclaimed !== undefined)
  // Rows are read one after another. If a run moved in between, they are inconsistent.
  if (isInVain && !(await isUnmoved(engine, running))) return { kind: "others" }
  return waits
}

function ofAll(found: readonly RunWaits[]): Waits {
  const times = found.flatMap((one) => (one.kind === "time" ? [one] : []))
  if (times.length > 0) {
    const milliseconds = Math.max(0, Math.min(...times.map((time) => time.milliseconds)))
    return { kind: "time", milliseconds, runs: times.map((time) => time.run) }
  }
  const inVain = (kind: "unclaimed" | "nothing") =>
    found.flatMap((one) => (one.kind === kind && "waitsFor" in one ? one.waitsFor : []))
  if (found.some(({ kind }) => kind === "others")) return { kind: "others" }
  const unclaimed = inVain("unclaimed")
  if (unclaimed.length > 0) return { kind: "others", unclaimed: [...unclaimed, ...inVain("nothing")] }
  if (found.some(({ kind }) => kind === "person")) return { kind: "person" }
  // No run is left that could wait: the tree has ended since it was last read.
  if (found.length === 0) return { kind: "others" }
  return { kind: "stalled", waitsFor: inVain("nothing") }
}

async function isUnmoved(engine: Engine, before: readonly Run[]): Promise<boolean> {
  for (const { id, seq } of before) if ((await engine.store.load({ run: id }))?.run.seq !== seq) return false
  return true
}

async function findWaits(engine: Engine, run: Run, running: ReadonlySet<string>): Promise<RunWaits> {
  const { id, step, round } = run
  const at = findStep(await engine.definitions.find(run.definition), step)
  if (at?.kind === "wait") {
    if (!("seconds" in at.until)) return { kind: "person" }
    const until = (run.visit?.entered ?? 0) + at.until.seconds * 1000
    return { kind: "time", run: id, milliseconds: until - engine.now() }
  }
  if (run.questions.some(({ answer }) => answer === undefined)) return { kind: "person" }
  const items = (await engine.store.load({ run: id, items: { step, round } }))?.items ?? []
  return waitsForAgents(run, listDispatches(items), running)
}

function waitsForAgents(run: Run, dispatches: readonly Dispatch[], running: ReadonlySet<string>): RunWaits {
  const waiting = dispatches.filter(({ status }) => status === "open" || status === "leased")
  const forAgents = waiting.filter(({ ask }) => ask.kind !== "run")
  if (forAgents.some(({ status }) => status === "leased")) return { kind: "others" }
  if (forAgents.length > 0) return { kind: "unclaimed", waitsFor: forAgents.map(unclaimed) }
  if (waiting.some(({ ask }) => ask.kind === "run" && running.has(ask.run))) return { kind: "child" }
  const { id, step, round } = run
  const asked = waiting.length > 0 ? waiting : dispatches.filter(({ status }) => status === "held")
  if (asked.length > 0) return { kind: "nothing", waitsFor: asked.map(untold) }
  return { kind: "nothing", waitsFor: [{ run: id, step, round, because: "it has no open request" }] }
}

/** An epoch is one claim, so another claim gives a different text. */
function unclaimed({ run, step, round, item, epoch, tried }: Dispatch): WaitsFor {
  const because = `it is open (claimed ${formatCount(epoch, "time")}, tried ${formatCount(tried, "time")}), but the queue does not offer it`
  return { run, step, round, item, because }
}

function untold({ run, step, round, item, ask, status }: Dispatch): WaitsFor {
  const because =
    status === "held"
      ? "it is held, but no open question could release it"
      : `it is answered when run ${ask.kind === "run" ? ask.run : ""} ends, but that run is not running`
  return { run, step, round, item, because }
}

const PATIENCE = 2 * LONGEST_DELAY

/** Distinguishes a run that only has to wait from one that waits for something that can never happen. */
export interface Patience {
  /** What can never happen; undefined while it still might. */
  inVain(waits: Waits): readonly WaitsFor[] | undefined
  slept(milliseconds: number): void
}

/** An unclaimed dispatch must be offered sooner or later: if nothing changes for too long, it never will be. */
export function openPatience(): Patience {
  let seen = ""
  let slept = 0
  return {
    inVain(waits) {
      if (waits.kind === "stalled") return waits.waitsFor
      const unclaimed = waits.kind === "others" ? waits.unclaimed : undefined
      const now = JSON.stringify(unclaimed ?? [])
      if (now !== seen) slept = 0
      seen = now
      return slept > PATIENCE ? unclaimed : undefined
    },
    slept(milliseconds) {
      slept += milliseconds
    },
  }
}

/** A run that no driver can continue, as a failure that names what it waits for. */
export function stalledError(run: string, waitsFor: readonly WaitsFor[]): SkilletError {
  const named = waitsFor.slice(0, 5).map((one) => `${describeItem(one)}: ${one.because}`)
  const more = waitsFor.length > 5 ? `; and ${waitsFor.length - 5} more` : ""
  return new SkilletError(
    "run.stalled",
    `run ${run} is waiting for something that cannot happen: ${named.join("; ")}${more}`,
    {
      retry: "no",
      next: `skillet run verify ${run} checks what is stored; please report this as a bug`,
    },
  )
}

function describeItem({ run, step, round, item }: WaitsFor): string {
  const of = item === undefined || item === "-" ? "" : `, item ${item}`
  return `${step}, round ${round}${of}, of run ${run}`
}
