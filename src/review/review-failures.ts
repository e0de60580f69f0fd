import type { ReviewKind } from "./claims/categories.ts"
import { SkilletError } from "../problem/failure.ts"
import { formatDollars } from "../text/format-dollars.ts"
import type { Driven } from "../run/drive/drive.ts"
import { stalledError } from "../run/drive/find-what-waits.ts"

/** Everything that can stop a review, in words. */

export function noFiles(why: string): SkilletError {
  return failure(
    "review.no-files",
    `No valid files specified for review. ${why}`,
    "name files or directories of this project",
  )
}

export function nothingToReview(kind: ReviewKind, why: string): SkilletError {
  return failure("review.no-files", `No valid files specified for review. ${why}`, nothingNext[kind])
}

const nothingNext: Readonly<Record<ReviewKind, string>> = {
  code: "name source files, or directories that contain them",
  docs: "name Markdown files, or directories that contain them",
}

export function noRepository(): SkilletError {
  const next = "name the files to review, or run this in a repository with a working tree (a bare one has none)"
  return failure("review.no-repository", "Not a git repository.", next)
}

export function noCommit(name: string, isShallow = false): SkilletError {
  const next = isShallow
    ? "this is a shallow clone: get the missing commits with git fetch --unshallow, and fetch the branch"
    : "name a commit, a branch or a range such as main..topic"
  return failure("review.no-commit", `"${name}" is not a commit of this repository.`, next)
}

export function switchedOff(file: string): SkilletError {
  const message = "Reviews are switched off for this project (enabled: false)."
  return failure("review.disabled", message, `set enabled: true in ${file}`)
}

/** The commands that continue a review or an audit and print its report. */
export interface Again {
  /** What was driven, if it is not a review. */
  readonly what?: string | undefined
  readonly drive: string
  readonly report: string
}

/** Throws unless a review or an audit was driven to its end. */
export function requireEnd(run: string, driven: Driven, again: Again = writeAgainCommands(run)): void {
  const { what = "review", drive, report } = again
  if (driven.kind === "stalled") throw stalledError(run, driven.waitsFor)
  if (driven.kind === "asks")
    throw failure(
      "review.unfinished",
      `the ${what} is waiting for a person's decision (run ${run})`,
      `skillet run inbox shows the question; after the answer, ${drive} continues, and ${report} prints the report`,
    )
  if (driven.kind !== "ended")
    throw failure(
      "review.unfinished",
      `the ${what} was stopped (run ${run})`,
      `${drive} continues it, and ${report} prints the report`,
    )
}

function writeAgainCommands(run: string): Again {
  return { drive: `skillet run drive ${run}`, report: `skillet review --run ${run}` }
}

export function noReport(run: {
  readonly id: string
  readonly status: string
  readonly because?: string | undefined
}): SkilletError {
  const because = run.because === undefined ? "" : ` (${run.because})`
  const message = `run ${run.id} has no report: it is ${run.status}${because}`
  return failure("review.no-report", message, `skillet run show ${run.id} shows what happened`)
}

export function noFinding(id: string, run: string): SkilletError {
  return failure("review.no-finding", `the review has no finding "${id}"`, `skillet review --run ${run} shows them`)
}

export function noReason(): SkilletError {
  return failure("review.no-reason", "a decision about findings needs a reason", "say why they are accepted")
}

export function badBaseline(
  file: string,
  wrong: { readonly message: string; readonly fix?: string | undefined } | undefined,
): SkilletError {
  const message = `${file}: ${wrong?.message ?? "it cannot be read"}`
  return failure("review.bad-baseline", message, wrong?.fix ?? "fix the file")
}

export function noProgram(): SkilletError {
  const next =
    "name it with --program 'PROGRAM ARGUMENT…' (in the library: program), or in your settings under agents.drivers.command"
  return failure("review.no-program", "agent command needs a program", next)
}

export function twoScopes(): SkilletError {
  return failure("review.two-scopes", "staged and diff exclude each other", "give one of them")
}

export function tooExpensive({ money, limit }: { readonly money: number; readonly limit: number }): SkilletError {
  return failure(
    "review.too-expensive",
    `the review costs about ${formatDollars(money)}, more than ${formatDollars(limit)}`,
    `give --yes or --max-cost ${Math.ceil(money)} (in the library: budget.money, or the hook confirm) to start it anyway, or name fewer files`,
  )
}

export function badSarif(file: string, why: string): SkilletError {
  return failure("review.bad-sarif", `${file}: ${why}`, "name a SARIF 2.1 log")
}

function failure(code: string, message: string, next: string): SkilletError {
  return new SkilletError(code, message, { retry: "no", next })
}
