import type { Confidence } from "../finding/severity.ts"
import { isFixture, isTalkedAbout } from "./reading/context.ts"
import { evidenceAt, type Passage, spotOf } from "./reading/passage.ts"
import type { AuditRule, Grade, Hit, PatternMatch } from "./rule.ts"
import type { SkillView } from "./skill-view.ts"

const MOST_HITS = 20

/** Every place in a skill where a rule holds, once a line. */
export function runRule(rule: AuditRule, view: SkillView): readonly Hit[] {
  const hits =
    rule.match.kind === "skill"
      ? rule.match.check(view)
      : view.passages.flatMap((passage) => patternHits(rule, rule.match as PatternMatch, { passage, view }))
  const seen = new Set<string>()
  return hits.filter(({ file, line }) => {
    const place = `${file}\u0000${line}`
    return !seen.has(place) && seen.add(place)
  })
}

interface Looking {
  readonly passage: Passage
  readonly view: SkillView
}

function patternHits(rule: AuditRule, match: PatternMatch, { passage, view }: Looking): readonly Hit[] {
  if (!rule.where.includes(passage.kind)) return []
  if (match.words?.some((word) => passage.words.has(word)) === false) return []
  const hits: Hit[] = []
  for (const found of passage.text.matchAll(match.pattern)) {
    const grade = match.grade?.(found, passage)
    if (grade === "nothing") continue
    const by = match.talk ?? "any"
    const isTalk = by !== "never" && isTalkedAbout(passage, found.index, by)
    hits.push(hitAt(passage, found.index, { ...grade, ...doubt(rule, grade, isTalk || isLoose(passage, view)) }))
    if (hits.length >= MOST_HITS) break
  }
  return hits
}

export function hitAt(passage: Passage, at: number, grade: Grade & { readonly about?: string } = {}): Hit {
  return {
    file: passage.file,
    ...spotOf(passage, at),
    evidence: evidenceAt(passage, at),
    ...(passage.decoded === undefined ? {} : { decoded: passage.decoded }),
    ...grade,
  }
}

function doubt(rule: AuditRule, grade: Grade | undefined, isDoubtful: boolean): { readonly confidence?: Confidence } {
  if (!isDoubtful) return {}
  return (grade?.confidence ?? rule.confidence) === "low" ? {} : { confidence: "low" }
}

/** A test's own file that the body never speaks of. */
function isLoose(passage: Passage, view: SkillView): boolean {
  return passage.file !== view.input.main && isFixture(passage.file) && !view.mentions.has(passage.file)
}
