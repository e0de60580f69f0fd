import type { Hono } from "hono"
import type { WireAnswer, WireNeed } from "@skillet/dashboard"
import type { Need } from "../../inbox/list-needs.ts"
import { TEXT, fields, list, optional } from "../../skillet/arguments/shape.ts"
import { cutLine } from "./cut-text.ts"
import { readBody } from "./read-body.ts"
import type { ViewTools } from "./view-tools.ts"

const ANSWER = fields<WireAnswer>({ run: TEXT, question: TEXT, answers: list(TEXT), reason: optional(TEXT) })

const MOST_TEXT = 20_000

export function addInbox(app: Hono, { live, by, script }: ViewTools): void {
  app.get("/api/inbox", async (context) => {
    const all = context.req.query("all") === "1"
    const needs = await live.use((skillet) => skillet.inbox({ all }))
    return context.json(needs.map(toWireNeed))
  })
  app.post("/api/answer", async (context) => {
    const answer = await readBody<WireAnswer>(context, ANSWER)
    await live.use(async ({ runs, agents }) => {
      const before = await agents.findAsker(answer.run)
      await runs.answer({ ...answer, by })
      await agents.wakeAsker(answer.run, { script, before })
    })
    return context.json({})
  })
}

export function toWireNeed(need: Need): WireNeed {
  return { ...need, title: cutLine(need.title), text: cutLine(need.text, MOST_TEXT) }
}
