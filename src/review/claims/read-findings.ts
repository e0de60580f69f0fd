import type { PatternMatch } from "./pattern-match.ts"
import { makeFingerprints } from "../../finding/fingerprint.ts"
import { redactValues } from "../../finding/redact.ts"
import { isAtLeast, type Severity } from "../../finding/severity.ts"
import { memoise } from "../../text/memoise.ts"
import { normaliseCategory, findAgentCategory, isCategory, isSameCategory } from "./categories.ts"
import { checkFinding } from "./checking/check-finding.ts"
import { isAbout } from "./checking/facts/subjects.ts"
import { openReviewedCode, type ReviewedCode, squeeze } from "./checking/reviewed-code.ts"
import { openKindTest } from "./merging/read-finding.ts"
import { readAnswerEntries, type AnswerEntry } from "./reading/read-answer-entries.ts"
import { readClean } from "./reading/read-clean.ts"
import { findingFields, readStatedFinding } from "./reading/read-stated-finding.ts"
import type { Intake, Rejected, RejectedWhy, ReviewFinding } from "./review-finding.ts"
import type { ReviewedMaterial } from "./reviewed-file.ts"
import { abbreviate } from "./clean-text.ts"
import type { StatedFinding } from "./stated-finding.ts"

/** Whose answer it is, and what it is about. */
export interface AnswerSource {
  readonly agent: string
  readonly round: string
  /** Which part of the scope the agent saw; absent if there was only one. */
  readonly part?: number | undefined
  readonly gathered: ReviewedMaterial
  /** A claim that quotes nothing is rejected, wherever it says it is. */
  readonly needsQuote?: true | undefined
}

/**
 * An agent's answer, checked: what is accepted so far, and what was rejected and why. Whatever the text is, nothing is
 * thrown and nothing disappears. Ids are the agent's own until `numberFindings` numbers them.
 */
export function readFindings(text: string, source: AnswerSource): Intake {
  const { agent, round, gathered } = source
  const answer = readAnswerEntries(text, findingFields)
  const code = openReviewedCode(gathered)
  const matchesIn = memoise((file: string) => gathered.matches.filter((match) => match.file === file))
  const taken = answer.entries.map((entry, at) => takeEntry(entry, at, { source, code, matchesIn }))
  const told = (why: RejectedWhy, texts: readonly string[]): readonly Rejected[] =>
    texts.map((said) => ({ agent, round, why, text: said }))
  const isUnread =
    taken.length === 0 && answer.unreadable.length === 0 && !answer.saysNothing && readClean(text).length === 0
  return {
    findings: withFingerprints(taken.flatMap((one) => ("finding" in one ? [one] : []))),
    rejected: [
      ...told("unreadable", isUnread ? [text.trim() === "" ? "(empty answer)" : abbreviate(text)] : answer.unreadable),
      ...told("not-a-finding", answer.others),
      ...taken.flatMap((one) => ("why" in one ? told(one.why, [one.text]) : [])),
      ...told("too-many", answer.more === 0 ? [] : [`(${answer.more} more)`]).map((one) => ({
        ...one,
        count: answer.more,
      })),
    ],
    falseClaims: taken.flatMap((one) => ("finding" in one ? one.falseClaims : [])),
  }
}

/** A shorter quote is in every file. */
const LEAST_QUOTE = 8

type Taken =
  | { readonly why: RejectedWhy; readonly text: string }
  | {
      readonly finding: Omit<ReviewFinding, "fingerprint">
      readonly code: string
      readonly falseClaims: Intake["falseClaims"]
    }

interface Surroundings {
  readonly source: AnswerSource
  readonly code: ReviewedCode
  readonly matchesIn: (file: string) => AnswerSource["gathered"]["matches"]
}

function takeEntry({ fields, text }: AnswerEntry, at: number, { source, code, matchesIn }: Surroundings): Taken {
  const stated = readStatedFinding(fields)
  if (stated === undefined) return { why: "not-a-finding", text }
  if (source.needsQuote === true && squeeze(stated.quote).length < LEAST_QUOTE) return { why: "code-not-there", text }
  const checked = checkFinding(stated, code)
  if (checked.kind === "refused") return { why: checked.why, text }
  const { agent, round, part } = source
  const { title, description, severity, patterns } = stated
  const id = [round, agent, ...(part === undefined ? [] : [part]), at + 1].join(".")
  const file = checked.file.path
  const category = knownCategory(stated, source)
  const isOfKind = openKindTest({ title, description, evidence: checked.evidence })
  const { match, falseClaims } = provePattern(
    { file, ...checked.at, category, severity, isOfKind, patterns },
    matchesIn(file),
  )
  const proven = match === undefined ? undefined : `the pattern ${match.rule} matches line ${match.line}`
  const reason = [proven, checked.note].filter((part) => part !== undefined).join("; ")
  const { patch } = checked
  return {
    code: checked.code,
    falseClaims: falseClaims.map((pattern) => ({ agent, pattern, finding: id })),
    finding: {
      id,
      rule: match?.rule ?? agent,
      title,
      file,
      ...checked.at,
      category,
      severity,
      confidence: match?.confidence ?? stated.confidence,
      description,
      evidence: isAbout(title, "secrets") ? redactValues(checked.evidence) : checked.evidence,
      ...(patch?.kind === "prompt" ? { fix: patch.prompt } : {}),
      ...(patch === undefined ? {} : { patch }),
      extras: stated.extras,
      provenance: { agent, round, ...(match === undefined ? {} : { pattern: match.rule }) },
      saidBy: [{ agent, round, ...(part === undefined ? {} : { part }), title, description, severity }],
      ...(match === undefined ? {} : { verdict: "valid" as const, proof: { pattern: match.rule, line: match.line } }),
      ...(reason === "" ? {} : { reason }),
      related: [],
    },
  }
}

/** The category that an agent names if reports know it, otherwise the agent's own. */
function knownCategory({ category }: StatedFinding, { agent, gathered }: AnswerSource): string {
  const known = category === "" ? undefined : normaliseCategory(category)
  return known !== undefined && isCategory(gathered.kind, known) ? known : findAgentCategory(gathered.kind, agent)
}

function withFingerprints(taken: readonly Extract<Taken, { finding: unknown }>[]): readonly ReviewFinding[] {
  const prints = makeFingerprints(taken.map(({ finding: { rule, file }, code }) => ({ rule, file, evidence: code })))
  return taken.map(({ finding }, at) => ({ ...finding, fingerprint: prints[at] ?? "" }))
}

/** The parts of a finding that a pattern can prove. */
interface Provable {
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly category: string
  readonly severity: Severity
  /** Whether a match is about the kind of issue that its words name: another kind proves nothing. */
  readonly isOfKind: (match: PatternMatch) => boolean
  /** Ids of patterns it claims to match. */
  readonly patterns: readonly string[]
}

interface PatternProof {
  readonly match?: PatternMatch
  /** Claimed, but not matched by us on these lines. */
  readonly falseClaims: readonly string[]
}

/** A finding about more lines than this is about more than one match shows. */
const MOST_LINES = 40

/**
 * One of our matches on the finding's own lines, of the same kind, that needs no judge. The finding's own claim only
 * selects among several matches: one that it names comes first. A finding that claims a higher severity than the
 * pattern must be judged.
 */
export function provePattern(finding: Provable, matches: readonly PatternMatch[]): PatternProof {
  const { file, line, endLine, patterns } = finding
  const own = matches.filter((match) => match.file === file && overlaps(match, line, endLine))
  const claimed = own.filter(({ rule }) => patterns.includes(rule))
  const falseClaims = patterns.filter((id) => !claimed.some(({ rule }) => rule === id))
  if (endLine - line >= MOST_LINES) return { falseClaims }
  const candidates = claimed.length > 0 ? claimed : own
  const [match] = candidates
    .filter((one) => proves(one, finding))
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
  return match === undefined ? { falseClaims } : { match, falseClaims }
}

function overlaps(match: PatternMatch, from: number, to: number): boolean {
  return match.line <= to && match.endLine >= from
}

function proves(match: PatternMatch, { category, severity, isOfKind }: Provable): boolean {
  if (!match.autoValidated || !isSameCategory(match.category, category)) return false
  return isAtLeast(match.severity, severity) && isOfKind(match)
}
