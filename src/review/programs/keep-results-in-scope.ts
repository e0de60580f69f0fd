import type { SarifAnswers } from "../claims/reading/read-sarif.ts"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import type { Severity } from "../../finding/severity.ts"
import type { ProgramClaims } from "../review-data.ts"
import type { ReviewProgram } from "./program-rows.ts"
import { formatCount } from "../../text/format-count.ts"

interface Entry {
  readonly file: string
  readonly line: number
  readonly end_line: number
  readonly severity: Severity
  readonly rule_id: string
}

/**
 * Keeps the results about files and lines under review, with our severities. A program checks the whole project, so the
 * other results are counted but are not errors.
 */
export function keepResultsInScope(
  { agent, answers }: SarifAnswers,
  files: readonly Pick<ReviewedFile, "path" | "changed">[],
  severities: ReviewProgram["severities"] = [],
): { readonly said: SarifAnswers; readonly notes: readonly string[] } {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const isLeft = (entry: Entry): boolean => {
    const path = plainPath(entry.file)
    const file = byPath.get(path)
    if (file === undefined) return !path.startsWith("../")
    return file.changed !== undefined && !file.changed.some((line) => line >= entry.line && line <= entry.end_line)
  }
  const read = answers.map((answer) => JSON.parse(answer) as readonly Entry[])
  const all = read.flat().length
  const kept = read.map((entries) =>
    entries.filter((entry) => !isLeft(entry)).map((entry) => withSeverity(entry, severities)),
  )
  const left = all - kept.flat().length
  return {
    said: { agent, answers: kept.map((entries) => JSON.stringify(entries)) },
    notes: left === 0 ? [] : [`${agent}: ${formatCount(left, "result")} about code that is not under review`],
  }
}

function plainPath(file: string): string {
  return file.replace(/^(?:\.\/)+/, "").replaceAll("\\", "/")
}

function withSeverity(entry: Entry, severities: ReviewProgram["severities"]): Entry {
  const row = severities.find(({ rule }) => rule.test(entry.rule_id))
  return row === undefined ? entry : { ...entry, severity: row.severity }
}

/** The results of several programs as one. */
export function joinPrograms(all: readonly ProgramClaims[]): ProgramClaims {
  return {
    said: all.flatMap(({ said }) => said),
    notes: all.flatMap(({ notes }) => notes),
    missing: all.flatMap(({ missing = [] }) => missing),
    failed: all.flatMap(({ failed = [] }) => failed),
  }
}

/** Programs read the working tree, which may differ from a commit or from what is staged. */
export function describeOtherFiles(count: number): readonly string[] {
  return count === 0
    ? []
    : [
        `programs read the working tree, where ${formatCount(count, "file differs", "files differ")} from the reviewed version; results about them are left out`,
      ]
}
