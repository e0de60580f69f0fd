import type { PatternEngine } from "./pattern-engine.ts"
import { mayProve } from "./rule-evidence.ts"
import { compilePatterns, type Placed, type SentPattern } from "./patterns/compile-patterns.ts"
import { type Problem, scanProblem, problemAt } from "./problems.ts"
import type { RuleFacts } from "./rule-facts.ts"
import { PARSING, type ScanJob, type ScanSetup, type StoppedRule, TRACING } from "./scan-job.ts"
import type { TreeRule } from "./tree-rules.ts"

export interface SourcedPattern extends Placed {
  /** The file it was written in. */
  readonly path: string
  /** Patterns of others run on an engine with linear time. */
  readonly isTrusted: boolean
}

export interface PlannedScan {
  readonly setup: ScanSetup
  /** The facts of each rule that will run, by its id. */
  readonly facts: ReadonlyMap<string, RuleFacts>
  readonly problems: readonly Problem[]
}

/**
 * Which patterns and rules run, under which names. The first with a name keeps it, trusted ones before others: no other
 * pattern can use the name of one of ours.
 */
export function planScan(
  patterns: readonly SourcedPattern[],
  rules: readonly TreeRule[],
  linear: PatternEngine | undefined,
): PlannedScan {
  const problems: Problem[] = []
  const taken = new Set(rules.map(({ id }) => id))
  const named = (isTrusted: boolean): readonly SentPattern[] => {
    const wanted = patterns.filter((pattern) => pattern.isTrusted === isTrusted)
    const compiled = compileBySource(wanted, isTrusted ? undefined : linear)
    problems.push(...compiled.problems)
    return compiled.patterns.filter(({ pattern: { id } }) => {
      const isNew = !taken.has(id)
      taken.add(id)
      if (!isNew)
        problems.push(
          takenName(
            id,
            wanted.findLast((one) => one.pattern.id === id),
          ),
        )
      return isNew
    })
  }
  const trusted = named(true)
  const untrusted = named(false)
  const own = [...trusted, ...untrusted].map(({ pattern }) => pattern)
  const ruleIds = rules.map(({ id }) => id)
  const flows = rules.flatMap((rule) => ("flow" in rule ? [rule.id] : []))
  const steps = own.map(({ id }) => id).concat(PARSING, TRACING, ruleIds)
  const facts = new Map<string, RuleFacts>([...own, ...rules].map((rule) => [rule.id, withEvidence(rule)]))
  return { setup: { trusted, untrusted, rules: ruleIds, flows, steps }, facts, problems }
}

/** Whether a rule counts as proof depends on how many of its matches were judged. */
function withEvidence(rule: RuleFacts): RuleFacts {
  return { ...rule, autoValidated: rule.autoValidated && mayProve(rule.id) }
}

function compileBySource(patterns: readonly SourcedPattern[], engine: PatternEngine | undefined) {
  const problems: Problem[] = []
  const sources = [...new Set(patterns.map(({ path }) => path))]
  const compiled = sources.flatMap((source) => {
    const result = compilePatterns(
      patterns.filter(({ path }) => path === source),
      engine,
    )
    problems.push(...result.problems.map((one) => problemAt(source, one)))
    return result.patterns.map(({ pattern, literals }): SentPattern => ({ pattern, literals }))
  })
  return { patterns: compiled, problems }
}

function takenName(id: string, at: SourcedPattern | undefined): Problem {
  const message = `pattern "${id}" has the same id as another pattern or rule and is skipped`
  return problemAt(
    at?.path ?? "",
    scanProblem("pattern.same-id", at?.spot ?? {}, { message, fix: "give it a unique id" }),
  )
}

/** A rule that was not tried on a file, or did not finish: never counted as clean. */
export interface NotCompleted extends StoppedRule {
  /** Its rule is `*` if the file was given up after several rules did not finish. */
  readonly file: string
}

interface Retry {
  /** The file again without the rules that did not finish; absent after several of those. */
  readonly again?: ScanJob
  readonly notCompleted: readonly StoppedRule[]
}

export interface StoppedStep {
  readonly step: number
  readonly why: "time" | "memory"
}

const MOST_STUCK = 3
/** Represents all rules of a file that was given up. */
const GIVEN_UP = "*"

/** What to do with a file on which a step took too long, or too much memory. */
export function retryScan(job: ScanJob, { step, why }: StoppedStep, setup: ScanSetup): Retry {
  const rule = setup.steps[step] ?? GIVEN_UP
  const again = withoutRule(job, rule, setup)
  // Without its tree, no structural rule is tried on a file.
  const together = rule === PARSING ? setup.rules : rule === TRACING ? setup.flows : undefined
  const left = together?.filter((id) => !job.without.includes(id)) ?? [rule]
  const all = again === undefined && rule !== GIVEN_UP ? [...left, GIVEN_UP] : left
  const notCompleted = all.map((one) => ({ rule: one, why }))
  return again === undefined ? { notCompleted } : { again, notCompleted }
}

function withoutRule(job: ScanJob, rule: string, setup: ScanSetup): ScanJob | undefined {
  if (rule === PARSING) return { ...job, without: [...job.without, ...setup.rules] }
  if (rule === TRACING) return { ...job, without: [...job.without, ...setup.flows] }
  if (rule === GIVEN_UP || job.without.length + 1 >= MOST_STUCK) return undefined
  return { ...job, without: [...job.without, rule] }
}
