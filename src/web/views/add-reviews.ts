import type { Context, Hono } from "hono"
import type { WireAccept, WireFinding, WireReviewPage, WireRun } from "@skillet/dashboard"
import { toReportSarif } from "../../review/report/report-sarif.ts"
import type { ReviewReport } from "../../review/review-data.ts"
import { TEXT, fields, list, oneOf } from "../../skillet/arguments/shape.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { version } from "../../system/version.ts"
import { listLeftOut } from "./list-left-out.ts"
import { readBody } from "./read-body.ts"
import { toWireReviewFinding } from "./to-wire-finding.ts"
import { toWireRun } from "./to-wire-run.ts"
import type { ViewTools } from "./view-tools.ts"

const ACCEPT = fields<WireAccept>({
  findings: list(TEXT),
  status: oneOf<WireAccept["status"]>({ accepted: true, "wont-fix": true, "false-positive": true }),
  reason: TEXT,
})

export function addReviews(app: Hono, { live }: ViewTools): void {
  const runOf = (context: Context) => context.req.param("run") ?? ""
  app.get("/api/reviews", async (context) => {
    const runs = await live.use((skillet) => skillet.runs.list({ workflow: "review" }))
    return context.json(runs.map((run): WireRun => toWireRun(run, Date.now())))
  })
  app.get("/api/reviews/:run", async (context) =>
    context.json(await live.use((skillet) => readReview(skillet, runOf(context)))),
  )
  app.get("/api/reviews/:run/sarif", async (context) => {
    const { report } = await live.use((skillet) => skillet.reviews.show(runOf(context)))
    context.header("content-disposition", `attachment; filename="${runOf(context).replaceAll(/[^\w.-]/g, "_")}.sarif"`)
    return context.json(toReportSarif(report, { tool: { name: "skillet", version } }))
  })
  app.post("/api/reviews/:run/accept", async (context) => {
    const accepted = await readBody<WireAccept>(context, ACCEPT)
    return context.json(await live.use((skillet) => skillet.reviews.accept(runOf(context), accepted)))
  })
}

async function readReview(skillet: Skillet, id: string): Promise<WireReviewPage> {
  const { report } = await skillet.reviews.show(id)
  const before = await findEarlier(skillet, id)
  const known = new Set(before?.report.findings.map(({ fingerprint }) => fingerprint))
  const now = new Set(report.findings.map(({ fingerprint }) => fingerprint))
  const compare = (fingerprint: string): WireFinding["compared"] =>
    before === undefined ? undefined : known.has(fingerprint) ? "known" : "new"
  return {
    run: id,
    scope: report.scope,
    depth: report.depth,
    files: report.files.length,
    findings: report.findings.map((finding) => ({
      ...toWireReviewFinding(finding),
      compared: compare(finding.fingerprint),
    })),
    decided: (report.decided ?? []).map(({ finding, status, reason }) => ({
      finding: toWireReviewFinding(finding),
      status,
      reason,
    })),
    gone: (before?.report.findings ?? []).filter(({ fingerprint }) => !now.has(fingerprint)).map(toWireReviewFinding),
    before: before?.id,
    notChecked: [
      ...report.incomplete,
      ...report.warnings,
      ...(report.unread ?? []).map(({ path, why }) => `${path}: ${why}`),
    ].slice(0, 500),
    leftOut: listLeftOut(report),
    command: `skillet review --run ${id} --json`,
  }
}

/** The last finished review of the same scope before this one. */
async function findEarlier(
  skillet: Skillet,
  id: string,
): Promise<{ readonly id: string; readonly report: ReviewReport } | undefined> {
  const all = await skillet.runs.list({ workflow: "review", status: "done" })
  const own = await skillet.runs.find(id)
  const earlier = all.filter((run) => run.started < own.started && run.id !== id)
  const { report: current } = await skillet.reviews.show(id)
  for (const run of earlier.slice(0, 5)) {
    const { report } = await skillet.reviews.show(run.id)
    if (report.scope === current.scope && report.kind === current.kind) return { id: run.id, report }
  }
  return undefined
}
