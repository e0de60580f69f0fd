import type { WireFinding, WireProblem } from "@skillet/dashboard"
import type { Finding } from "../../finding/finding.ts"
import type { Problem } from "../../problem/problem.ts"
import type { ReviewFinding } from "../../review/claims/review-finding.ts"
import { cutLine, cutText } from "./cut-text.ts"

const MOST = 20_000

/** A finding of an audit, which has no number. */
export function toWireFinding(finding: Finding): WireFinding {
  const { rule, title, file, line, category, severity, confidence, description, evidence, fix, verdict, provenance } =
    finding
  return {
    id: finding.fingerprint,
    title: cutLine(title),
    file: cutLine(file),
    line,
    category,
    severity,
    confidence,
    description: cutLine(description, MOST),
    evidence: cutText(evidence, MOST),
    fix: fix === undefined ? undefined : cutLine(fix, MOST),
    saidBy: [provenance?.agent, provenance?.pattern].filter((one) => one !== undefined),
    verdict,
    rule: cutLine(rule),
  }
}

export function toWireReviewFinding(finding: ReviewFinding): WireFinding {
  const { id, reason, patch, saidBy } = finding
  const said = saidBy.map(({ agent, pattern, round }) =>
    [agent ?? pattern, round].filter((one) => one !== undefined).join(", "),
  )
  return {
    ...toWireFinding(finding),
    id,
    reason,
    patch: patch === undefined ? undefined : cutText(patch.kind === "diff" ? patch.diff : patch.prompt, MOST),
    saidBy: [...new Set(said.filter((one) => one !== ""))],
  }
}

export function toWireProblem({ code, path, line, message, fix }: Problem): WireProblem {
  return { code, path, line, message: cutLine(message, 2000), fix: fix === undefined ? undefined : cutLine(fix, 2000) }
}
