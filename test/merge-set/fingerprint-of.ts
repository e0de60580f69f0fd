import { fingerprintFindings } from "../../src/review/claims/merging/identity/identify-finding.ts"
import type { ReviewFinding } from "../../src/review/claims/review-finding.ts"

/** The fingerprint of a finding that is alone in its report. */
export function fingerprintOf(finding: ReviewFinding, text: string | undefined): string | undefined {
  return fingerprintFindings([finding], () => text)[0]?.fingerprint
}
