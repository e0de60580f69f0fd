import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../adapters/files/replace-file.ts"
import { readReviewBaseline, reviewBaselineText } from "../../claims/merging/identity/read-review-baseline.ts"
import {
  applyReviewBaseline,
  type RememberedStatus,
  type ReviewBaseline,
  reviewBaselineOf,
} from "../../claims/merging/identity/review-baseline.ts"
import type { Gathered, ReviewReport } from "../../review/review-data.ts"
import { SkilletError } from "../../skill/failure.ts"
import type { Runs } from "../runs/open-runs.ts"
import { reviewReport } from "./run-review.ts"

/** Where a project remembers what it decided about findings, unless another file is named. */
export const BASELINE_FILE = ".skillet/review-baseline.json"

export interface BaselineAt {
  /** The run whose report it is: its files are those that were reviewed. */
  readonly run: string
  readonly file: string
}

/** The report without what was decided about before; that is told apart. */
export async function withoutDecided(runs: Runs, report: ReviewReport, at: BaselineAt): Promise<ReviewReport> {
  const baseline = readBaseline(at.file)
  if (baseline === undefined) return report
  const { findings, remembered } = applyReviewBaseline(report.findings, baseline, await textsOf(runs, at.run))
  const decided = remembered.map(({ finding, entry: { status, reason }, match }) => ({
    finding,
    status,
    reason,
    match,
  }))
  return { ...report, findings, ...(decided.length === 0 ? {} : { decided }) }
}

/** Remembers that these findings of a run are decided about. Gives their titles. */
export async function decideFindings(
  runs: Runs,
  at: BaselineAt,
  decision: { readonly ids: readonly string[]; readonly status: RememberedStatus; readonly reason: string },
): Promise<readonly string[]> {
  const report = await reviewReport(runs, at.run)
  const wanted = decision.ids.map((id) => {
    const found = report.findings.find(
      (finding) => finding.id.toLowerCase() === id.toLowerCase() || finding.fingerprint === id,
    )
    if (found !== undefined) return found
    throw new SkilletError("review.no-finding", `the review has no finding "${id}"`, {
      retry: "no",
      next: `skillet review --run ${at.run} shows them`,
    })
  })
  const { status, reason } = decision
  const added = reviewBaselineOf(wanted, { status, reason }, await textsOf(runs, at.run))
  const known = new Set(added.findings.map(({ fingerprint }) => fingerprint))
  const before = readBaseline(at.file)?.findings.filter(({ fingerprint }) => !known.has(fingerprint)) ?? []
  const findings = [...before, ...added.findings].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  fs.mkdirSync(path.dirname(at.file), { recursive: true })
  replaceFile(at.file, reviewBaselineText({ version: 1, findings }), { mode: 0o644 })
  return wanted.map(({ title }) => title)
}

function readBaseline(file: string): ReviewBaseline | undefined {
  if (!fs.existsSync(file)) return undefined
  const { baseline, problems } = readReviewBaseline(fs.readFileSync(file, "utf8"))
  const [wrong] = problems
  if (baseline !== undefined && wrong === undefined) return baseline
  throw new SkilletError("review.bad-baseline", `${file}: ${wrong?.message ?? "it cannot be read"}`, {
    retry: "no",
    next: wrong?.fix ?? "mend the file",
  })
}

async function textsOf({ engine }: Runs, run: string): Promise<(file: string) => string | undefined> {
  const text = await engine.store.text({ run, step: "gather", round: 1, item: "-" })
  const files = text === undefined ? [] : (JSON.parse(text) as Gathered).files
  const texts = new Map(files.map((file) => [file.path, file.text]))
  return (file) => texts.get(file)
}
