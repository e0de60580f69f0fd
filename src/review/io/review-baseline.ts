import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../system/files/read-safely.ts"
import {
  readReviewBaseline,
  renderReviewBaseline,
  type RememberedStatus,
  type ReviewBaseline,
  makeReviewBaseline,
} from "../claims/merging/identity/review-baseline.ts"
import { type Decisions, leaveOutDecided, openTexts } from "../report/leave-out-decided.ts"
import { describeLeftOut } from "../gather-review.ts"
import type { Gathered, ReviewedChange, ReviewReport } from "../review-data.ts"
import { findLinkBelow } from "../../system/files/make-folders-below.ts"
import { BASELINE_FILE } from "../review-defaults.ts"
import { badBaseline, noFinding, noReason } from "../review-failures.ts"
import { parseReviewSettings, type ReviewSettings, SETTINGS_FILE } from "../review-settings.ts"
import type { Surroundings } from "../../hosts/profile.ts"
import { openHistory } from "../../run/history.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { findRepository } from "./find-scope.ts"
import { openProjectFiles } from "./project-files.ts"
import { loadReviewReport } from "./run-review.ts"
import { writeReportFile } from "../../system/files/write-report-file.ts"

export interface BaselineAt {
  /** The run whose report it is: its files are those that were reviewed. */
  readonly run: string
  readonly file: string
}

export interface BaselineUsed extends Pick<BaselineAt, "file"> {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The current decisions. A change does not bring its own. */
export async function readDecisions(change: ReviewedChange | undefined, at: BaselineUsed): Promise<Decisions> {
  const { text, warnings } = await baselineText(change, at)
  return { baseline: text === undefined ? undefined : parsed(text, at.file), warnings }
}

/** The report without findings that have a decision, which are listed separately. */
export async function leaveOutDecidedFindings(
  runs: Runs,
  report: ReviewReport,
  { run, read }: { readonly run: string; readonly read: (change?: ReviewedChange) => Promise<Decisions> },
): Promise<ReviewReport> {
  const gathered = await loadGathered(runs, run)
  return leaveOutDecided(report, await read(gathered?.change), gathered)
}

/** The project's settings for an earlier review: the current ones, or those in the base of the change. */
export async function loadReviewSettings(
  runs: Runs,
  run: string,
  { cwd, env }: Pick<BaselineUsed, "cwd" | "env">,
): Promise<ReviewSettings> {
  const change = (await loadGathered(runs, run))?.change
  const project = await openProjectFiles({ root: findRepository(cwd) ?? cwd, change }, env)
  return parseReviewSettings(await project.settings(SETTINGS_FILE))
}

async function baselineText(
  change: ReviewedChange | undefined,
  { file, cwd, env }: BaselineUsed,
): Promise<{ readonly text: string | undefined; readonly warnings: readonly string[] }> {
  const root = findRepository(cwd)
  const name = root === undefined ? undefined : path.relative(root, file).split(path.sep).join("/")
  if (change === undefined || root === undefined || name === undefined || name.startsWith("../"))
    return { text: ownText(file), warnings: [] }
  const project = await openProjectFiles({ root, change }, env)
  const [read] = await project.read([name])
  return { text: read?.text, warnings: project.leftOut().map(describeLeftOut) }
}

/** Records a decision about these findings of a run. Returns their titles. */
export async function decideFindings(
  runs: Runs,
  at: BaselineAt,
  decision: { readonly ids: readonly string[]; readonly status: RememberedStatus; readonly reason: string },
): Promise<readonly string[]> {
  if (decision.reason.trim() === "") throw noReason()
  const report = await loadReviewReport(runs, at.run)
  const wanted = decision.ids.map((id) => {
    const found = report.findings.find(
      (finding) => finding.id.toLowerCase() === id.toLowerCase() || finding.fingerprint === id,
    )
    if (found !== undefined) return found
    throw noFinding(id, at.run)
  })
  const { status, reason } = decision
  const added = makeReviewBaseline(wanted, { status, reason }, openTexts(await loadGathered(runs, at.run)))
  const known = new Set(added.findings.map(({ fingerprint }) => fingerprint))
  const before = readBaseline(at.file)?.findings.filter(({ fingerprint }) => !known.has(fingerprint)) ?? []
  const findings = [...before, ...added.findings].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  refuseLinks(at.file)
  writeReportFile(at.file, renderReviewBaseline({ version: 1, findings }))
  return wanted.map(({ title }) => title)
}

/** Where the decisions of a project are: in its own file, or in the one that is named from the working directory. */
export function locateBaseline({ root, cwd }: Pick<Surroundings, "root" | "cwd">, named: string | undefined): string {
  return named === undefined ? path.join(root, BASELINE_FILE) : path.resolve(cwd, named)
}

/** Throws for a baseline that cannot be read, before anybody is asked. Returns whether there is one. */
export function isBaseline(file: string): boolean {
  return readBaseline(file) !== undefined
}

function readBaseline(file: string): ReviewBaseline | undefined {
  const text = ownText(file)
  return text === undefined ? undefined : parsed(text, file)
}

const MOST_BYTES = 8 * 1024 * 1024

/** The file of a project is never read or written through a link: the project chose where that leads. */
function refuseLinks(file: string): void {
  if (!file.endsWith(path.join("/", BASELINE_FILE))) return
  const root = file.slice(0, -BASELINE_FILE.length - 1)
  const folder = findLinkBelow(root, path.dirname(BASELINE_FILE).split("/"))
  if (folder !== undefined) throw badBaseline(file, { message: `${folder.at} ${folder.why}` })
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw badBaseline(file, { message: "it is a link, which is not followed" })
}

/** A project may have put a pipe or a device there. */
function ownText(file: string): string | undefined {
  refuseLinks(file)
  if (!fs.existsSync(file)) return undefined
  try {
    return readSafely(fs.realpathSync(file), MOST_BYTES).toString("utf8")
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    throw badBaseline(file, { message: `it cannot be read (${error.message.replace(/,.*$/s, "")})` })
  }
}

function parsed(text: string, file: string): ReviewBaseline {
  const { baseline, problems } = readReviewBaseline(text)
  const [wrong] = problems
  if (baseline !== undefined && wrong === undefined) return baseline
  throw badBaseline(file, wrong)
}

async function loadGathered({ engine }: Runs, run: string): Promise<Gathered | undefined> {
  const text = await openHistory(engine.store).text({ run, step: "gather", round: 1, item: "-" })
  return text === undefined ? undefined : (JSON.parse(text) as Gathered)
}
