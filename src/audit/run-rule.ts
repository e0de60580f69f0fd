import { compareConfidence, compareSeverity, type Confidence, type Severity } from "../finding/severity.ts"
import { isFixture, isOnlyMentioned } from "./rules/reading/context.ts"
import { quoteEvidence, type Passage, locateInFile } from "./rules/reading/passage.ts"
import type { AuditRule, Grade, Hit, PassagePattern } from "./audit-rule.ts"
import { type CommandUse, decideCommandUse } from "./rules/reading/decide-command-use.ts"
import type { AuditView } from "./audit-view.ts"
import { lowerQuoted } from "./rules/reading/lower-quoted.ts"

const MOST_HITS = 20

/** Every place in a skill where a rule matches, once per line: the worst of its hits there. */
export function runRule(rule: AuditRule, view: AuditView): readonly Hit[] {
  const hits =
    rule.match.kind === "skill"
      ? rule.match.check(view)
      : view.passages.flatMap((passage) => patternHits(rule, rule.match as PassagePattern, { passage, view }))
  const worst = new Map<string, Hit>()
  for (const hit of lowerQuoted(rule, hits, view)) {
    const place = `${hit.file}\u0000${hit.line}`
    const before = worst.get(place)
    if (before === undefined || isWorse(hit, before, rule)) worst.set(place, hit)
  }
  return [...worst.values()]
}

function isWorse(hit: Hit, before: Hit, rule: AuditRule): boolean {
  const bySeverity = compareSeverity(hit.severity ?? rule.severity, before.severity ?? rule.severity)
  if (bySeverity !== 0) return bySeverity < 0
  return compareConfidence(hit.confidence ?? rule.confidence, before.confidence ?? rule.confidence) < 0
}

interface Looking {
  readonly passage: Passage
  readonly view: AuditView
}

function patternHits(rule: AuditRule, match: PassagePattern, { passage, view }: Looking): readonly Hit[] {
  if (!rule.where.includes(passage.kind)) return []
  if (match.words !== undefined && !passage.words.hasAny(match.words)) return []
  if (match.hint?.test(passage.text) === false) return []
  const hits: Hit[] = []
  const document = match.isWorstInDocuments === true ? undefined : passage
  for (const found of passage.text.matchAll(match.pattern)) {
    const grade = match.grade?.(found, passage, view)
    if (grade === "nothing") continue
    const use =
      match.isCommand === true ? decideCommandUse(passage, found.index) : decideUse(passage, found.index, match)
    const own = { severity: grade?.severity ?? rule.severity, confidence: grade?.confidence ?? rule.confidence }
    const graded = gradeByUse(own, isLoose(passage, view) ? "told" : use, document)
    hits.push(makeHit(passage, found.index, { ...graded, fact: extractFact(found[0]) }))
    if (hits.length >= MOST_HITS) break
  }
  return hits
}

type HitDetails = Grade & Pick<Hit, "about" | "fact">

export function makeHit(passage: Passage, at: number, grade: HitDetails = {}): Hit {
  return {
    file: passage.file,
    ...locateInFile(passage, at),
    evidence: quoteEvidence(passage, at),
    ...(passage.decoded === undefined ? {} : { decoded: passage.decoded }),
    ...grade,
  }
}

/** The URL that a command uses, or the match itself, so that the same thing is the same fact everywhere. */
function extractFact(found: string): string {
  return /https?:\/\/[^\s"'`)|]+/.exec(found)?.[0] ?? found.replace(/\s+/g, " ").trim().slice(0, 240)
}

function decideUse(passage: Passage, at: number, { talk = "any" }: PassagePattern): CommandUse {
  return talk !== "never" && isOnlyMentioned(passage, at, talk) ? "told" : "runs"
}

/**
 * The severity of a hit, given the purpose of the text. Text in a document is never critical alone: somebody has to run
 * it first. Openly sending or deleting data is the exception, and its rules say so.
 */
export function gradeByUse(own: Required<Grade>, use: CommandUse, document?: Passage): Required<Grade> {
  switch (use) {
    case "told":
    case "shown":
      return { ...own, confidence: "low" }
    case "held":
      return atMost(own, { severity: "major", confidence: "medium" })
    case "elsewhere":
      return atMost(own, { severity: "minor", confidence: "medium" })
    case "runs":
      return document?.kind === "prose" || document?.kind === "code"
        ? atMost(own, { severity: "major", confidence: "high" })
        : own
  }
}

function atMost(
  own: Required<Grade>,
  most: { readonly severity: Severity; readonly confidence: Confidence },
): Required<Grade> {
  return {
    severity: compareSeverity(own.severity, most.severity) < 0 ? most.severity : own.severity,
    confidence: compareConfidence(own.confidence, most.confidence) < 0 ? most.confidence : own.confidence,
  }
}

/** A test file that the body never mentions. */
function isLoose(passage: Passage, view: AuditView): boolean {
  return passage.file !== view.input.main && isFixture(passage.file) && !view.mentions.has(passage.file)
}
