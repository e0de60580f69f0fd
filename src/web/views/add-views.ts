import path from "node:path"
import type { Hono } from "hono"
import type { WireHello } from "@skillet/dashboard"
import type { Need } from "../../inbox/list-needs.ts"
import { version } from "../../system/version.ts"
import { addInbox } from "./add-inbox.ts"
import { addReviews } from "./add-reviews.ts"
import { addRuns } from "./add-runs.ts"
import { addSkills } from "./add-skills.ts"
import { addSpend } from "./add-spend.ts"
import { addWork } from "./add-work.ts"
import { cutLine } from "./cut-text.ts"
import type { ViewTools } from "./view-tools.ts"

/** Everything that pages can ask, by view. */
export function addViews(app: Hono, tools: ViewTools): void {
  app.get("/api/hello", async (context) => context.json(await describeServer(tools)))
  addInbox(app, tools)
  addRuns(app, tools)
  addSkills(app, tools)
  addReviews(app, tools)
  addWork(app, tools)
  addSpend(app, tools)
}

function describeServer({ live, by, mayWrite }: ViewTools): Promise<WireHello> {
  return live.use(async (skillet) => {
    const needs = await skillet.inbox()
    return {
      version,
      project: path.basename(skillet.around.root),
      directory: skillet.around.root,
      branch: (await skillet.tasks.scope()).branch,
      by,
      mayWrite,
      needs: needs.length,
      newest: findNewest(needs),
    }
  })
}

function findNewest(needs: readonly Need[]): WireHello["newest"] {
  const [newest] = needs.toSorted((a, b) => b.since - a.since)
  return newest && { id: newest.id, title: cutLine(newest.title, 200), since: newest.since }
}
