import { compareConfidence, compareSeverity } from "../../../finding/severity.ts"
import type { AuditRule, Hit } from "../../audit-rule.ts"
import type { AuditView } from "../../audit-view.ts"
import { isRequested } from "./context.ts"

/** What the name or description of a skill about attacks says. */
const ABOUT_ATTACKS =
  /\b(?:malicious|suspicious|phishing|scams?|harden(?:s|ed|ing)?|threats?|attack(?:s|er|ers|ing)?|malware|intrusions?|intruders?|incident[- ]response|forensics?|(?:red|blue|purple)[- ]team\w*|pentest\w*|penetration[- ]test\w*|ctf|capture the flag|exploit(?:s|ation|ed)?|vulnerabilit(?:y|ies)|(?:prompt|command|sql|code)[- ]injections?|jailbreaks?|yara|sigma rules?|security (?:reviews?|audits?|handbooks?|guides?|checklists?|training|awareness|tests?|testing|research\w*)|secur(?:e|ity) coding|owasp|supply[- ]chain|detection rules?|detects?|defen[cs](?:e|es|ive)|defenders?)\b/i

/** Only what could be quoted as an example; grants, hooks and hidden characters are what they are. */
const QUOTABLE: ReadonlySet<AuditRule["class"]> = new Set([
  "A1",
  "A2",
  "A3",
  "A5",
  "A6",
  "A7",
  "A8",
  "A9",
  "A10",
  "A16",
  "A19",
])

/** A row, a quotation, an entry of a list, or a line with something between quotation marks. */
const QUOTED = /^\s*(?:[>|]|(?:[-*+]|\d+[.)])\s)|[`"“„«「]/

const MOST = { severity: "minor", confidence: "medium" } as const

/**
 * In the documents of a skill about attacks, examples are at most minor: they are shown, and accuse nobody. What the
 * text asks for, what runs by itself, scripts and hidden text count as anywhere else, because anyone can call a skill a
 * handbook.
 */
export function lowerQuoted(rule: AuditRule, hits: readonly Hit[], view: AuditView): readonly Hit[] {
  if (hits.length === 0 || !QUOTABLE.has(rule.class) || !isAboutAttacks(view)) return hits
  return hits.map((hit) => {
    const { severity = rule.severity, confidence = rule.confidence } = hit
    if (!isExample(hit, view)) return hit
    return {
      ...hit,
      severity: compareSeverity(severity, MOST.severity) < 0 ? MOST.severity : severity,
      confidence: compareConfidence(confidence, MOST.confidence) < 0 ? MOST.confidence : confidence,
    }
  })
}

function isAboutAttacks({ input, skill }: AuditView): boolean {
  return ABOUT_ATTACKS.test(`${input.name.replace(/[-_]/g, " ")} ${skill?.header.description ?? ""}`)
}

function isExample({ file, line, decoded }: Hit, { passages, commands, hooks, input, skill }: AuditView): boolean {
  if (decoded !== undefined) return false
  if (
    file === input.main &&
    (line < (skill?.bodyLine ?? 1) || [...commands, ...hooks].some((one) => one.line === line))
  )
    return false
  const own = passages.find(
    (passage) =>
      passage.file === file &&
      (passage.kind === "prose" || passage.kind === "code") &&
      (passage.text.split("\n")[line - passage.line] ?? "").trim() !== "",
  )
  if (own === undefined || isRequested(own, line)) return false
  return own.kind === "code" || QUOTED.test(own.around[line - 1] ?? "")
}
