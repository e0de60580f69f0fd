import type { Composite, Criterion } from "../composite.ts"
import { describeVerdict } from "../describe-criterion.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { formatCount } from "../../text/format-count.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { collectUnknowns } from "./unknowns.ts"

export interface SummaryFacts {
  readonly composite: Composite
  readonly query: string
  readonly values: Readonly<Record<string, unknown>>
  readonly records: readonly MemoryRecord[]
}

const LONGEST = 160

/** The result of a job, from the memory files of its phases. */
export function summariseJob({ composite, query, records }: SummaryFacts): string {
  const last = new Map(records.map((record) => [`${record.phase}/${record.branch ?? ""}`, record]))
  const open = collectUnknowns(records).filter(({ state }) => state !== "resolved")
  const criteria = [...last.values()].flatMap((record) => record.criteria)
  const learnings = records.flatMap((record) => record.learnings)
  return [
    `${composite.name} has completed its phases for "${oneLine(query)}".`,
    `${formatCount(last.size, "memory file")} had the required form. What the agents wrote in them was not checked by Skillet.`,
    ...checkLines(composite),
    ...[...last.values()].map((record) => `- ${nameRecord(record)} (${record.agent}): ${firstDirective(record)}`),
    ...listFailedBranches(composite, [...last.values()]).map(
      (name) => `- ${name} failed. The job went on without it, as its skill says.`,
    ),
    ...criteria.map(
      ({ id, holds, evidence }) =>
        `- ${describeVerdict(findCriterion(composite, id), holds)}, as an agent judged it: ${oneLine(evidence)}`,
    ),
    ...(open.length === 0
      ? []
      : [`Unresolved: ${open.map(({ id, description }) => `${id} ${oneLine(description)}`).join("; ")}`]),
    ...(learnings.length === 0 ? [] : [`The agents reported ${formatCount(learnings.length, "learning")}.`]),
  ].join("\n")
}

/** What Skillet itself found to be true of the result. A job does not come here with a failed check. */
function checkLines({ checks }: Composite): readonly string[] {
  if (checks.length === 0) return []
  const names = checks.map((check) => ("path" in check ? `${check.kind} ${check.path}` : check.command))
  return [`${formatCount(checks.length, "check")} of the result passed: ${names.map(oneLine).join("; ")}`]
}

function findCriterion({ criteria }: Composite, id: string): Pick<Criterion, "id" | "level"> {
  return criteria.find((one) => one.id === id) ?? { id, level: "must" }
}

/** Branches of parallel phases that left no accepted result. */
function listFailedBranches({ phases }: Composite, records: readonly MemoryRecord[]): readonly string[] {
  return phases.flatMap(({ id, branches }) =>
    branches
      .map(({ name }) => ({ name, record: records.find(({ phase, branch }) => phase === id && branch === name) }))
      .filter(({ record }) => record === undefined || record.status === "failed")
      .map(({ name }) => `${id}/${name}`),
  )
}

function nameRecord({ phase, branch }: MemoryRecord): string {
  return branch === undefined ? phase : `${phase}/${branch}`
}

/** What an agent listed first for later phases. */
function firstDirective({ text }: MemoryRecord): string {
  const section = text.split(/^##\s+Section\s+3\b.*$/m)[1] ?? ""
  const line = section.split("\n").find((one) => /^[-*]\s+\S/.test(one.trim()))
  return oneLine((line ?? "").replace(/^\s*[-*]\s+/, ""))
}

function oneLine(text: string): string {
  const flat = toVisibleLine(text.replace(/\s+/g, " "))
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST - 1)}…` : flat
}
