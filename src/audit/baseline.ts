import type { Finding } from "../finding/finding.ts"
import { hashEvidence } from "../finding/fingerprint.ts"

/** Findings that were reviewed and accepted. */
export interface Baseline {
  readonly version: 1
  readonly findings: readonly BaselineEntry[]
}

export interface BaselineEntry {
  readonly fingerprint: string
  /** The digest of the evidence: when the text changes, the entry is no longer valid. */
  readonly digest: string
  readonly rule: string
  readonly file: string
  readonly reason: string
}

export interface BaselinedFinding {
  readonly finding: Finding
  readonly reason: string
}

export function makeBaseline(findings: readonly Finding[], reason: string): Baseline {
  const places = findings.flatMap((finding) => [finding, ...(finding.also ?? [])])
  const entries = places.map(({ fingerprint, evidence, rule, file }) => ({
    fingerprint,
    digest: hashEvidence(evidence),
    rule,
    file,
    reason,
  }))
  return { version: 1, findings: entries.sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)) }
}

/** Removes what the baseline covers: the same finding on exactly the same text. */
export function applyBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
): { readonly findings: readonly Finding[]; readonly baselined: readonly BaselinedFinding[] } {
  const entries = new Map(baseline.findings.map((entry) => [entry.fingerprint, entry]))
  const baselined: BaselinedFinding[] = []
  const left = findings.filter((finding) => {
    const entry = entries.get(finding.fingerprint)
    if (entry === undefined || entry.digest !== hashEvidence(finding.evidence)) return true
    baselined.push({ finding, reason: entry.reason })
    return false
  })
  return { findings: left, baselined }
}

/** Reads a baseline file's text, or says what is wrong with it. */
export function readBaseline(text: string): Baseline | { readonly wrong: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { wrong: "it is not JSON" }
  }
  const { version, findings } = (value ?? {}) as { readonly version?: unknown; readonly findings?: unknown }
  if (version !== 1 || !Array.isArray(findings)) return { wrong: "it does not have version 1 and a list of findings" }
  const at = findings.findIndex((entry) => !isEntry(entry))
  if (at !== -1) return { wrong: `entry ${at + 1} lacks a fingerprint, digest or reason` }
  return { version: 1, findings: findings as readonly BaselineEntry[] }
}

function isEntry(entry: unknown): boolean {
  const { fingerprint, digest, reason } = (entry ?? {}) as Partial<Record<string, unknown>>
  return [fingerprint, digest, reason].every((text) => typeof text === "string" && text.trim() !== "")
}
