import type { Hono } from "hono"
import type { WireComparison, WireSpend } from "@skillet/dashboard"
import { cutLine } from "./cut-text.ts"
import { toWireRun, toWireVisit } from "./to-wire-run.ts"
import type { ViewTools } from "./view-tools.ts"

/** What runs cost, and how two of them differ. */
export function addSpend(app: Hono, { live }: ViewTools): void {
  app.get("/api/spend", async (context) => {
    const report: WireSpend = await live.use(({ runs }) => runs.spending({ all: context.req.query("all") === "1" }))
    return context.json(report)
  })
  app.get("/api/compare", async (context) => {
    const { a = "", b = "" } = context.req.query()
    const page = await live.use(async ({ runs }): Promise<WireComparison> => {
      const [left, right, { pairs, parts }] = await Promise.all([runs.find(a), runs.find(b), runs.compare(a, b)])
      const now = Date.now()
      return {
        left: toWireRun(left, now),
        right: toWireRun(right, now),
        parts,
        pairs: pairs.map((pair) => ({
          left: pair.left && toWireVisit(pair.left),
          right: pair.right && toWireVisit(pair.right),
          differs: pair.differs === undefined ? undefined : cutLine(pair.differs),
        })),
      }
    })
    return context.json(page)
  })
}
