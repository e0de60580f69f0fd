import { expect } from "vitest"
import type { AgentDriver, Usage } from "../src/agents/agent-driver.ts"
import type { RunEvent } from "../src/run/advance/decide/event.ts"
import { renderText } from "../src/run/directive/text/render-text.ts"
import { type Driven, drive } from "../src/run/drive/drive.ts"
import type { DriveSettings } from "../src/run/drive/drive-settings.ts"
import { type Applied, applyEvent } from "../src/run/apply-event.ts"
import { currentDirective, buildDirective } from "../src/run/build-directive.ts"
import { type Engine, findRun, openDefinitions } from "../src/run/engine.ts"
import { type Started, startRun, type RunStartOptions } from "../src/run/advance/start-run.ts"
import { type History, openHistory } from "../src/run/history.ts"
import type { Run } from "../src/run/model.ts"
import type { RunStore } from "../src/run/store.ts"
import { hashWorkflow } from "../src/workflow/hash-workflow.ts"
import type { Outcome } from "../src/workflow/outcome.ts"
import type { Workflow } from "../src/workflow/workflow.ts"
import { memoryRunStore } from "../src/testing/memory-run-store.ts"

/** A run for experiments: `r`, on a store in memory, with a clock that is moved by hand. */
export interface RunBench {
  readonly engine: Engine
  readonly store: RunStore
  readonly history: History
  /** The current time, in milliseconds. */
  readonly clock: { now: number }
  start(how?: Partial<RunStartOptions>): Promise<Started>
  report(step: string, how?: BenchReport): Promise<Applied>
  answer(question: string, answers: string | readonly string[], run?: string): Promise<Applied>
  happen(event: Untimed, run?: string): Promise<Applied>
  run(id?: string): Promise<Run>
  /** `step/round`, or how it ended. */
  place(id?: string): Promise<string>
  text(id?: string): Promise<string>
  /** Every event of a run, as `kind: data`. */
  told(id?: string): Promise<readonly string[]>
  drive(driver: AgentDriver, how?: Partial<DriveSettings> & { readonly run?: string }): Promise<Driven>
}

export interface BenchReport {
  readonly outcome?: Outcome
  readonly text?: string | undefined
  readonly reason?: string | undefined
  /** The latest without it. */
  readonly round?: number
  readonly item?: string
  readonly run?: string
  readonly by?: string
  readonly usage?: Partial<Usage>
  readonly epoch?: number
}

type Untimed = RunEvent extends infer One ? (One extends RunEvent ? Omit<One, "at"> : never) : never

/** `start` begins the first workflow; the others are those that it calls. */
export function runBench(
  workflows: readonly [Workflow, ...Workflow[]],
  options: { readonly store?: (made: RunStore) => RunStore; readonly countLines?: Engine["countLines"] } = {},
): RunBench {
  const clock = { now: 1_000_000 }
  const made = memoryRunStore({ now: () => clock.now })
  const store = options.store?.(made) ?? made
  const history = openHistory(store)
  const [first, ...others] = workflows
  const below = pinned(others)
  const workflow = below.length === 0 ? first : { ...first, children: hashes(below) }
  const definitions = openDefinitions(store, [workflow, ...below])
  const engine: Engine = { store, now: () => clock.now, definitions, countLines: options.countLines }
  const happen: RunBench["happen"] = async (event, run = "r") => {
    const applied = await applyEvent(engine, run, { ...event, at: clock.now } as RunEvent)
    await expectToldAsStored(engine, run, applied)
    return applied
  }
  return {
    engine,
    store,
    history,
    clock,
    happen,
    start: ({ params = {}, id = "r", ...how } = {}) =>
      startRun(engine, workflow, { id, params, project: "p", branch: "main", children: below, ...how }),
    report: async (step, { run = "r", by = "host", item = "-", usage, ...how } = {}) => {
      const at = await findRun(engine, run)
      const { round = at.rounds[step] ?? 1, ...said } = how
      const used = { tokensIn: 0, tokensOut: 0, money: 0, milliseconds: 0, ...usage }
      const event = { ...said, kind: "report", item: { step, round, item }, by } as const
      return happen(usage === undefined ? event : { ...event, usage: used }, run)
    },
    answer: (question, answers, run) =>
      happen({ kind: "answer", question, answers: typeof answers === "string" ? [answers] : answers, by: "ann" }, run),
    run: (id = "r") => findRun(engine, id),
    place: async (id = "r") => {
      const { status, step, round, because } = await findRun(engine, id)
      return status === "running" ? `${step}/${round}` : because === undefined ? status : `${status}: ${because}`
    },
    text: async (id = "r") => renderText(await currentDirective(engine, id)),
    told: async (id = "r") => (await history.events(id)).map(({ kind, data }) => `${kind}: ${JSON.stringify(data)}`),
    drive: (driver, { run = "r", ...how } = {}) =>
      drive(engine, run, {
        queue: store,
        driver,
        forGate: async () => ({ kind: "ran", exitCode: 0, output: "" }),
        worker: "w",
        cwd: "/project",
        atOnce: 4,
        leaseMilliseconds: 30_000,
        signal: new AbortController().signal,
        sleep: async (milliseconds) => {
          clock.now += milliseconds
          await new Promise((resolve) => setImmediate(resolve))
        },
        every(milliseconds, act) {
          const timer = setInterval(act, milliseconds)
          return () => clearInterval(timer)
        },
        ...how,
      }),
  }
}

/** What is reported right after a commit is what everyone reads later. */
async function expectToldAsStored(engine: Engine, id: string, applied: Applied): Promise<void> {
  const now = applied.kind === "applied" ? applied.work.runs.get(id) : undefined
  if (now === undefined) return
  expect(await buildDirective(engine, now)).toEqual(await currentDirective(engine, id))
}

function hashes(workflows: readonly Workflow[]): Readonly<Record<string, string>> {
  return Object.fromEntries(workflows.map((one) => [one.name, hashWorkflow(one)]))
}

/** Each may call those after it. */
function pinned(workflows: readonly Workflow[]): readonly Workflow[] {
  const [first, ...others] = workflows
  if (first === undefined) return []
  const below = pinned(others)
  return [below.length === 0 ? first : { ...first, children: hashes(below) }, ...below]
}
