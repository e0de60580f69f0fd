import { sha256 } from "../text/sha256.ts"

/** What identifies a finding in a later run: not its line. */
export interface FingerprintParts {
  readonly rule: string
  /** A name for the file that does not depend on the machine. */
  readonly file: string
  readonly evidence: string
}

/**
 * One fingerprint for each finding, in order. White space within the evidence does not count; the second of two equal
 * findings gets its own fingerprint.
 */
export function makeFingerprints(findings: readonly FingerprintParts[]): readonly string[] {
  const seen = new Map<string, number>()
  return findings.map(({ rule, file, evidence }) => {
    const key = [rule, file, evidence.replace(/\s+/g, " ").trim()].join("\u0000")
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    return sha256(`${key}\u0000${occurrence}`).slice(0, 32)
  })
}

/** The evidence itself, byte by byte: a baseline stores it next to the fingerprint. */
export function hashEvidence(evidence: string): string {
  return sha256(evidence)
}
