import { type CodeMatch, type ScanFile, type ScanReport, sortRulesForFile, type SourcedPattern } from "@skillet/scan"
import type { Problem } from "../../problem/problem.ts"
import type { PatternMatch } from "../claims/pattern-match.ts"
import { normaliseCategory, findAgentCategory } from "../claims/categories.ts"
import { foldCauses } from "./fold-causes.ts"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import type { FlowStep } from "../../finding/flow-step.ts"
import type { FindingRange } from "../../finding/finding.ts"
import type { Severity } from "../../finding/severity.ts"
import type { ReviewPattern } from "../../skill/body/review/patterns/review-pattern.ts"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"

/** The bundled skills whose patterns every review searches for. */
export const bundledPacks: readonly string[] = [
  "reviewing-security",
  "reviewing-bugs",
  "reviewing-performance",
  "reviewing-technical-debt",
]

/** A skill named for a review, and whether its patterns are trusted. */
export interface NamedReviewSkill extends ReviewSkill {
  /** What was wrong with its text. */
  readonly problems?: readonly Problem[]
  readonly path: string
  readonly isTrusted: boolean
}

/**
 * Patterns that named skills define themselves. Patterns of skills without approval run on an engine with linear time.
 */
export function collectSkillPatterns(skills: readonly NamedReviewSkill[]): readonly SourcedPattern[] {
  return skills.flatMap((skill) => skill.patterns.flatMap((pattern) => sourcedPattern(skill, pattern)))
}

function sourcedPattern(skill: NamedReviewSkill, pattern: ReviewPattern): readonly SourcedPattern[] {
  if (pattern.pattern === undefined) return []
  const category =
    skill.primaryAgent === null ? (pattern.category ?? skill.name) : findAgentCategory("code", skill.primaryAgent)
  return [
    {
      path: skill.path,
      isTrusted: skill.isTrusted,
      pattern: {
        id: pattern.id,
        languages: [codeLanguageNamed(pattern.language)],
        category,
        severity: (pattern.severity?.toLowerCase() as Severity | undefined) ?? "major",
        confidence: "medium",
        title: pattern.description,
        description: pattern.description,
        autoValidated: skill.isTrusted,
        regex: pattern.pattern,
        ignoreCase: false,
        where: "anywhere",
      },
    },
  ]
}

type CodeLanguage = SourcedPattern["pattern"]["languages"][number]

const codeLanguages: readonly CodeLanguage[] = ["javascript", "typescript", "python", "any"]

function codeLanguageNamed(name: string | undefined): CodeLanguage {
  const wanted = (name ?? "any").toLowerCase().replace(/^(nodejs|node\.js|js|react)$/, "javascript")
  return codeLanguages.find((language) => language === wanted) ?? "any"
}

/** The rules that were tried on at least one of these files. */
export function listTriedRules(
  files: readonly Pick<ScanFile, "name" | "readAs">[],
  rules: ScanReport["searched"],
): ScanReport["searched"] {
  const names = files.map(({ name, readAs }) => readAs ?? name)
  // Files with the same ending have the same rules.
  const oneEach = new Map(names.map((name) => [name.slice(name.lastIndexOf(".")), name]))
  const tried = new Set(
    [...oneEach.values()].flatMap((name) => {
      const { own, general } = sortRulesForFile(name, rules)
      return [...own, ...general]
    }),
  )
  return rules.filter((rule) => tried.has(rule))
}

/** Everything that these patterns and rules look for. */
export function listSearchedCategories(rules: ScanReport["searched"]): ReadonlySet<string> {
  return new Set(rules.map(({ category }) => normaliseCategory(category)))
}

/**
 * The matches that count for a review. Of a change: those on a changed line, and flows that pass through one. Such a
 * flow is reported at the last changed line on its path. Matches with the same cause are one.
 */
export function toReviewMatches(
  matches: readonly CodeMatch[],
  files: readonly Pick<ReviewedFile, "path" | "changed">[],
): readonly PatternMatch[] {
  const changed: ChangedLines = new Map(files.map(({ path, changed: lines }) => [path, lines && new Set(lines)]))
  const placed = matches.flatMap((match) => placeMatch(changed, match) ?? [])
  return foldCauses(
    placed.map(({ range, category, ...match }) => ({
      ...match,
      range,
      endLine: range.endLine,
      category: normaliseCategory(category),
    })),
  )
}

/** The changed lines of each file under review; undefined if the whole file is under review. */
type ChangedLines = ReadonlyMap<string, ReadonlySet<number> | undefined>

function placeMatch(changed: ChangedLines, match: CodeMatch): CodeMatch | undefined {
  const isTold = (file: string, range: FindingRange) => changed.has(file) && touches(range, changed.get(file))
  if (isTold(match.file, match.range)) return match
  const step = match.steps?.findLast((one) => isTold(one.file, toRange(one)))
  if (step === undefined) return undefined
  return { ...match, file: step.file, line: step.line, range: toRange(step), evidence: step.text }
}

function toRange({ line, column, endLine, endColumn }: FlowStep): FindingRange {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

function touches({ startLine, endLine }: FindingRange, changed: ReadonlySet<number> | undefined): boolean {
  if (changed === undefined || changed.has(startLine)) return true
  return [...changed].some((line) => line > startLine && line <= endLine)
}
