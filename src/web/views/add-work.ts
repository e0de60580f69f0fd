import type { Hono } from "hono"
import type { WireDue, WirePacket, WireSchedule, WireWorkPage } from "@skillet/dashboard"
import type { ListedSchedule } from "../../schedule/describe-schedule.ts"
import type { ScheduleTimes } from "../../schedule/schedule.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { SkilletError } from "../../problem/failure.ts"
import { cutLine, cutText } from "./cut-text.ts"
import type { ViewTools } from "./view-tools.ts"

const MOST_TREES = 1000
const MOST_TASKS = 10_000
const MOST_MESSAGES = 300

/** Agents with their tasks, and what is due. */
export function addWork(app: Hono, { live }: ViewTools): void {
  app.get("/api/work", async (context) => context.json(await live.use(readWorkPage)))
  app.get("/api/packet", async (context) => {
    const { agent = "", budget = "8000" } = context.req.query()
    return context.json(await live.use((skillet) => readPacket(skillet, agent, Number(budget))))
  })
  app.get("/api/schedules", async (context) => {
    const everywhere = context.req.query("all") === "1"
    const { schedules } = await live.use((skillet) => skillet.schedules.list({ all: true, everywhere }))
    return context.json(schedules.map(toWireSchedule))
  })
  app.get("/api/schedules/:id/dues", async (context) => {
    const dues = await live.use(({ schedules }) => schedules.history(context.req.param("id"), { most: 200 }))
    return context.json(
      dues.map(({ at, state, cause, why, run, ended, cost }): WireDue => ({ at, state, cause, why, run, ended, cost })),
    )
  })
  app.post("/api/schedules/:id/:act{pause|resume|run}", async (context) => {
    const { id, act } = context.req.param()
    await live.use(async ({ schedules }) => {
      if (act === "pause") await schedules.pause(id)
      else if (act === "resume") await schedules.resume(id)
      else await schedules.run(id)
    })
    return context.json({})
  })
}

async function readWorkPage({ tasks, agents }: Skillet): Promise<WireWorkPage> {
  const [found, known, messages] = await Promise.all([
    readTree(tasks),
    agents.list(),
    tasks.messages({ most: MOST_MESSAGES }),
  ])
  return {
    tasks: found.map(({ id, order, title, status, owner, skills, run, updated }) => ({
      id,
      depth: order.split(".").length - 1,
      title: cutLine(title),
      status,
      assignee: owner,
      skills,
      run,
      updated,
    })),
    agents: known.map(({ agent, role, status, driver, updated }) => ({ name: agent, role, status, driver, updated })),
    messages: messages.map(({ id, from, mentions, text, at, type }) => ({
      id,
      from,
      to: mentions.map(({ agent }) => agent),
      text: cutLine(text, 4000),
      at,
      type,
    })),
  }
}

/** The trees of the branch, depth first; those that have no tasks below them are not asked again. */
async function readTree(tasks: Skillet["tasks"]) {
  const top = await tasks.list({ most: MOST_TREES })
  const trees = await Promise.all(
    top.map((task) => (task.children === 0 ? [task] : tasks.list({ below: task.id, most: MOST_TASKS }))),
  )
  return trees.flat().slice(0, MOST_TASKS)
}

async function readPacket({ tasks }: Skillet, agent: string, budget: number): Promise<WirePacket> {
  if (agent === "" || !Number.isFinite(budget))
    throw new SkilletError("web.bad-request", "a packet needs an agent and a budget", {
      retry: "no",
      next: "choose an agent",
    })
  const tokens = Math.min(200_000, Math.max(100, Math.round(budget)))
  const { text, receipt } = await tasks.preview({ agent, budget: { tokens } })
  return {
    text: cutText(text),
    tokens: receipt.tokens,
    budget: tokens,
    parts: receipt.parts.map(({ part, source, tokens: size, reason }) => ({
      part,
      source: cutLine(source),
      tokens: size,
      reason: cutLine(reason),
    })),
    leftOut: receipt.leftOut.map(({ part, what, why }) => ({ part, what: cutLine(what), why: cutLine(why) })),
    command: `skillet wake ${quoteForShell(agent)} --dry-run --budget ${tokens} --receipt`,
  }
}

function toWireSchedule({ schedule, lastSuccess, next, lateBy, isQuiet, counts }: ListedSchedule): WireSchedule {
  return {
    id: schedule.id,
    what: cutLine(schedule.work.workflow ?? schedule.work.prompt),
    times: describeTimes(schedule.times),
    status: schedule.status,
    because: schedule.because,
    next: next[0],
    lastSuccess: lastSuccess?.ended,
    lateBy,
    isQuiet,
    counts,
  }
}

function describeTimes(times: ScheduleTimes): string {
  switch (times.kind) {
    case "cron":
      return `${times.cron} (${times.zone})`
    case "once":
      return "once"
    case "self-paced":
      return "self-paced"
  }
}
