import path from "node:path"
import type { Hono } from "hono"
import type { WireHello } from "@skillet/dashboard"
import { version } from "../../system/version.ts"
import { addInbox } from "./add-inbox.ts"
import { addReviews } from "./add-reviews.ts"
import { addRuns } from "./add-runs.ts"
import { addSkills } from "./add-skills.ts"
import { addSpend } from "./add-spend.ts"
import { addWork } from "./add-work.ts"
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
  return live.use(async (skillet) => ({
    version,
    project: path.basename(skillet.around.root),
    directory: skillet.around.root,
    branch: (await skillet.tasks.scope()).branch,
    by,
    mayWrite,
    needs: (await skillet.inbox()).length,
  }))
}
