import type { Finding } from "../finding/finding.ts"
import { redact } from "../finding/redact.ts"
import type { AuditRule, RuleHit } from "./audit-rule.ts"
import type { AuditView } from "./audit-view.ts"

/** An ignore comment for a rule, for its own line and the next one. */
export interface Ignore {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly reason: string
}

export interface IgnoredFinding {
  readonly finding: Finding
  readonly reason: string
}

const REMARK = /(?:<!--|#|\/\/)\s*skillet-ignore\b[ \t]*([\w.-]*)[ \t]*(?::[ \t]*(.*?))?[ \t]*(?:-->|$)/

/** The ignore comments in a skill's files. One without a rule or a reason does not count and is itself a finding. */
export function readIgnores({ input }: AuditView): {
  readonly ignores: readonly Ignore[]
  readonly faults: readonly RuleHit[]
} {
  const ignores: Ignore[] = []
  const faults: RuleHit[] = []
  for (const { path: file, text } of input.files) {
    if (text?.includes("skillet-ignore") !== true) continue
    for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
      const found = line.includes("skillet-ignore") ? REMARK.exec(line) : null
      if (found === null) continue
      const [, rule = "", reason = ""] = found
      if (rule !== "" && reason.trim() !== "") ignores.push({ file, line: at + 1, rule, reason: redact(reason.trim()) })
      else
        faults.push({
          rule: ignoreWithoutReason,
          hit: { file, line: at + 1, column: found.index + 1, evidence: line.trim() },
        })
    }
  }
  return { ignores, faults }
}

export function splitIgnored(
  findings: readonly Finding[],
  ignores: readonly Ignore[],
): { readonly findings: readonly Finding[]; readonly ignored: readonly IgnoredFinding[] } {
  if (ignores.length === 0) return { findings, ignored: [] }
  const ignored: IgnoredFinding[] = []
  const left = findings.filter((finding) => {
    const by = findIgnore(finding, ignores)
    if (by !== undefined) ignored.push({ finding, reason: by.reason })
    return by === undefined
  })
  return { findings: left, ignored }
}

/** The unchanged finding, with a note that the skill itself asks to ignore it. */
export function addRemark(finding: Finding, ignores: readonly Ignore[]): Finding {
  const by = findIgnore(finding, ignores)
  if (by === undefined) return finding
  const reason = by.reason.length > MOST_REASON ? `${by.reason.slice(0, MOST_REASON)}…` : by.reason
  const note = `The skill asks to suppress this finding (${JSON.stringify(reason)}); that request has no effect.`
  return { ...finding, description: `${finding.description} ${note}` }
}

const MOST_REASON = 120

function findIgnore(finding: Finding, ignores: readonly Ignore[]): Ignore | undefined {
  return ignores.find(
    ({ file, line, rule }) =>
      file === finding.file && rule === finding.rule && (finding.line === line || finding.line === line + 1),
  )
}

export const ignoreWithoutReason: AuditRule = {
  id: "ignore-without-reason",
  class: "A2",
  title: "A finding is suppressed without a reason",
  severity: "minor",
  confidence: "high",
  persona: "regular",
  where: ["skill"],
  match: { kind: "skill", check: () => [] },
  about: "A suppression comment must name the rule and give a reason; this one does not, so it has no effect.",
  fix: "Write skillet-ignore RULE: reason, or remove the comment.",
  examples: { positive: [], negative: [] },
}
