import { PARSING, TRACING } from "../scan-text.ts"
import type { ScanJob, ScanSetup } from "../scan-job.ts"

/** A rule that was not tried on a file, or did not finish: never counted as clean. */
export interface NotCompleted {
  readonly file: string
  /** `*` if the file was given up after several rules did not finish. */
  readonly rule: string
}

export interface Retry {
  /** The file again without the rules that did not finish; absent after several of those. */
  readonly again?: ScanJob
  readonly notCompleted: readonly NotCompleted[]
}

const MOST_STUCK = 3
/** Stands for all rules of a file that was given up. */
const GIVEN_UP = "*"

/** What to do with a file on which a step took too long. */
export function retryScan(job: ScanJob, step: number, setup: ScanSetup): Retry {
  const rule = setup.steps[step] ?? GIVEN_UP
  const again = withoutRule(job, rule, setup)
  // Without its tree, no structural rule is tried on a file.
  const together = rule === PARSING ? setup.rules : rule === TRACING ? setup.flows : undefined
  const left = together?.filter((id) => !job.without.includes(id)) ?? [rule]
  const all = again === undefined && rule !== GIVEN_UP ? [...left, GIVEN_UP] : left
  const notCompleted = all.map((one) => ({ file: job.name, rule: one }))
  return again === undefined ? { notCompleted } : { again, notCompleted }
}

function withoutRule(job: ScanJob, rule: string, setup: ScanSetup): ScanJob | undefined {
  if (rule === PARSING) return { ...job, without: [...job.without, ...setup.rules] }
  if (rule === TRACING) return { ...job, without: [...job.without, ...setup.flows] }
  if (rule === GIVEN_UP || job.without.length + 1 >= MOST_STUCK) return undefined
  return { ...job, without: [...job.without, rule] }
}
