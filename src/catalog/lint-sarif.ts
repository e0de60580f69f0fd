import path from "node:path"
import type { Log } from "sarif"
import { makeFingerprints } from "../finding/fingerprint.ts"
import { sarifPlaces, toSarifAddress, wrapSarifRun } from "../finding/sarif-log.ts"
import type { Problem } from "../problem/problem.ts"
import { isBelow } from "../text/folder-paths.ts"

interface LintTool {
  readonly name: string
  readonly version: string
}

/** Problems with how skills are written, as a SARIF 2.1.0 log. Same input, same bytes. */
export function toLintSarif(problems: readonly Problem[], tool: LintTool, cwd: string): Log {
  const codes = [...new Set(problems.map(({ code }) => code))].toSorted()
  const placed = problems.map((problem) => ({ problem, file: toRelative(problem.path, cwd) }))
  const prints = makeFingerprints(
    placed.map(({ problem: { code, message }, file }) => ({ rule: code, file, evidence: message })),
  )
  return wrapSarifRun({
    tool: { driver: { name: tool.name, version: tool.version, rules: codes.map((id) => ({ id })) } },
    ...sarifPlaces,
    invocations: [{ executionSuccessful: true }],
    results: placed.map(({ problem: { code, level, message, fix, line, column }, file }, at) => ({
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level,
      message: { text: fix === undefined ? message : `${message}. ${fix}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: toSarifAddress(file),
            region: { startLine: line ?? 1, ...(column === undefined ? {} : { startColumn: column }) },
          },
        },
      ],
      partialFingerprints: { "skilletLint/v1": prints[at] ?? "" },
    })),
  })
}

/** A path in the directory the check was started in is relative to it. */
export function toRelative(file: string, cwd: string): string {
  return isBelow(cwd, file) ? path.relative(cwd, file) : file
}
