import type { Context, Hono } from "hono"
import type {
  WireForkAsked,
  WireForkPlan,
  WireLane,
  WireRun,
  WireRunPage,
  WireStarted,
  WireStepPage,
  WireTranscript,
} from "@skillet/dashboard"
import type { Run } from "../../run/model.ts"
import { listPassedGates } from "../../run/run-result.ts"
import { COUNT, TEXT, fields, list, optional, record } from "../../skillet/arguments/shape.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { toWireNeed } from "./add-inbox.ts"
import { cutLine, cutText } from "./cut-text.ts"
import { readBody } from "./read-body.ts"
import { toWireMemory, toWireRun, toWireSteps, toWireChanges, toWireStepPage, toWireVisit } from "./to-wire-run.ts"
import type { ViewTools } from "./view-tools.ts"

const EDIT = fields<WireForkAsked["edits"][number]>({ step: TEXT, round: COUNT, item: TEXT, text: TEXT })
const FORK = fields<WireForkAsked>({ from: optional(TEXT), params: record(TEXT), edits: list(EDIT) })
const REASON = fields<{ reason: string }>({ reason: TEXT })
const OVERRIDE = fields<{ gate: string; reason: string }>({ gate: TEXT, reason: TEXT })

const MOST_LINES = 2000
const MOST_RUNS = 20_000

const runOf = (context: Context) => context.req.param("run") ?? ""

export function addRuns(app: Hono, { live, by }: ViewTools): void {
  app.get("/api/runs", async (context) => {
    const all = context.req.query("all") === "1"
    const runs = await live.use((skillet) => skillet.runs.list({ all }))
    const now = Date.now()
    return context.json(runs.slice(0, MOST_RUNS).map((run): WireRun => toWireRun(run, now)))
  })
  app.get("/api/runs/:run", async (context) => {
    const after = Number(context.req.query("after") ?? 0)
    return context.json(await live.use((skillet) => readRunPage(skillet, runOf(context), after)))
  })
  app.get("/api/runs/:run/lanes", async (context) =>
    context.json(await live.use((skillet) => readLanes(skillet, runOf(context)))),
  )
  app.get("/api/runs/:run/steps/:step/:round", async (context) => {
    const { step, round } = context.req.param()
    return context.json(
      await live.use((skillet) => readStepPage(skillet, { run: runOf(context), step, round: readRound(round) })),
    )
  })
  app.get("/api/runs/:run/changes/:step/:round", async (context) => {
    const { step, round } = context.req.param()
    const at = { run: runOf(context), step, round: Number(round) }
    const recorded = await live.use(({ runs }) => runs.changes(at.run, { step: at.step, round: at.round }))
    return context.json(toWireChanges(recorded, at))
  })
  app.get("/api/runs/:run/transcript/:step/:round/:item", async (context) => {
    const { step, round, item } = context.req.param()
    const key = { run: runOf(context), step, round: Number(round), item }
    const lines = await live.use(({ runs }) => runs.transcript(key))
    const shown = lines.flatMap(({ line, text }) =>
      text === undefined ? [] : [{ at: line.at, text: cutLine(text, 4000), kind: line.kind }],
    )
    const page: WireTranscript = { item, lines: shown.slice(-MOST_LINES), isCut: shown.length > MOST_LINES }
    return context.json(page)
  })
  addRunActions(app, { live, by })
}

/** What a person does with a run. */
function addRunActions(app: Hono, { live, by }: Pick<ViewTools, "live" | "by">): void {
  app.post("/api/runs/:run/fork/plan", async (context) => {
    const asked = await readBody<WireForkAsked>(context, FORK)
    const run = runOf(context)
    const { plan } = await live.use(({ runs }) => runs.fork({ ...asked, run, by }))
    const page: WireForkPlan = { ...plan, ...plan.cost, command: writeForkCommand(run, asked) }
    return context.json(page)
  })
  app.post("/api/runs/:run/fork", async (context) => {
    const asked = await readBody<WireForkAsked>(context, FORK)
    const directive = await live.use(async ({ runs }) =>
      (await runs.fork({ ...asked, run: runOf(context), by })).start(),
    )
    const started: WireStarted = { run: directive.run }
    return context.json(started)
  })
  app.post("/api/runs/:run/cancel", async (context) => {
    const { reason } = await readBody<{ reason: string }>(context, REASON)
    await live.use(({ runs }) => runs.cancel(runOf(context), { reason, by }))
    return context.json({})
  })
  app.post("/api/runs/:run/override", async (context) => {
    const { gate, reason } = await readBody<{ gate: string; reason: string }>(context, OVERRIDE)
    await live.use(({ runs }) => runs.override({ run: runOf(context), gate, reason, by }))
    return context.json({})
  })
}

/** A text that was edited is in no file yet, so the command names one. */
function writeForkCommand(run: string, { from, params, edits }: WireForkAsked): string {
  const words = [
    ...(from === undefined ? [] : ["--from", from]),
    ...Object.entries(params).flatMap(([name, value]) => ["--param", `${name}=${cutLine(value, 200)}`]),
    ...edits.flatMap(({ step, item }) => ["--edit", `${step}${item === "-" ? "" : `/${item}`}=FILE`]),
  ]
  return ["skillet run fork", run, ...words.map(quoteForShell), "--dry-run"].join(" ")
}

async function readRunPage(skillet: Skillet, id: string, after: number): Promise<WireRunPage> {
  const { runs } = skillet
  const run = await runs.find(id)
  const [visits, definition, tree, needs] = await Promise.all([
    runs.visits(id, { after }),
    runs.definition(id),
    runs.below(id),
    skillet.inbox({ run: id }),
  ])
  const now = Date.now()
  const { agents, tokens, money } = run.budget
  return {
    run: toWireRun(run, now),
    params: cutText(run.params).text,
    source: run.source,
    skill: run.skill,
    definition: run.definition,
    steps: toWireSteps(definition),
    after,
    visits: visits.map(toWireVisit),
    children: tree.map((child: Run) => toWireRun(child, now)),
    needs: needs.map(toWireNeed),
    budget: { agents, tokens, money },
    roles: Object.entries(run.costs ?? {}).map(([name, cost]) => ({ name, ...cost })),
    passed: listPassedGates(run).map(({ title, because, open }) => ({ title, because, open })),
  }
}

async function readLanes({ runs }: Skillet, id: string): Promise<readonly WireLane[]> {
  const asked = await runs.agents(id)
  return asked.flatMap(({ key, agent = "", driver, model, status, began, last, usage, failure }) =>
    key === undefined
      ? []
      : {
          step: key.step,
          round: key.round,
          item: key.item,
          agent,
          driver,
          model,
          status,
          began,
          last,
          tokens: (usage?.tokensIn ?? 0) + (usage?.tokensOut ?? 0),
          money: usage?.money ?? 0,
          failure,
        },
  )
}

function readRound(round: string): number | undefined {
  return round === "latest" ? undefined : Number(round)
}

async function readStepPage(
  { runs, jobs }: Skillet,
  at: { readonly run: string; readonly step: string; readonly round?: number | undefined },
): Promise<WireStepPage> {
  const [visit, memory] = await Promise.all([runs.visit(at), jobs.memory(at)])
  return { ...toWireStepPage(visit, at), memory: memory.map(toWireMemory) }
}
