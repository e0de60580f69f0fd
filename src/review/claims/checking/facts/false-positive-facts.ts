import { readZones } from "@skillet/scan"
import { type FilePlace, isPlace } from "../../file-place.ts"
import { memoise } from "../../../../text/memoise.ts"
import { isSameCategory } from "../../categories.ts"
import type { FalsePositiveCount, Rejected, ReviewFinding } from "../../review-finding.ts"
import type { ReviewedFile, ReviewedMaterial } from "../../reviewed-file.ts"
import { abbreviate } from "../../clean-text.ts"
import { rejectFinding } from "../limit-gaps.ts"
import { openReviewedCode } from "../reviewed-code.ts"
import { type FactRow, factTable, type FindingInCode } from "./fact-table.ts"
import { isAbout, type Subject, subjects } from "./subjects.ts"

export interface FalsePositiveFacts {
  /** Rules whose condition the code shows: we apply them. */
  readonly facts: readonly FalsePositiveFact[]
  /** All others, for the judges. Rules that the code shows only in part are included here too. */
  readonly prompt: readonly string[]
}

export interface FalsePositiveFact {
  readonly rule: string
  readonly holds: FactRow["holds"]
}

/** Which rules of skills are facts about code, and which remain text. */
export function readFalsePositiveFacts(rules: readonly string[]): FalsePositiveFacts {
  const read = rules.map((rule) => ({ rule, fact: findFact(rule) }))
  return {
    facts: read.flatMap(({ rule, fact }) => (fact === undefined ? [] : [{ rule, holds: fact.holds }])),
    prompt: read.filter(({ fact }) => fact?.isWhole !== true).map(({ rule }) => rule),
  }
}

export interface WithoutFalsePositives {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  readonly falsePositives: readonly FalsePositiveCount[]
}

/** Removes findings that a rule of a skill excludes, if the code shows it. The first rule that applies is named. */
export function removeFalsePositives(
  findings: readonly ReviewFinding[],
  gathered: Pick<ReviewedMaterial, "files" | "falsePositiveRules">,
): WithoutFalsePositives {
  const { facts } = readFalsePositiveFacts(gathered.falsePositiveRules)
  const code = openReviewedCode(gathered)
  const commentsIn = memoise((file: ReviewedFile) => commentLines(file, code.linesOf(file)))
  const counts = new Map<string, number>()
  const kept: ReviewFinding[] = []
  const rejected: Rejected[] = []
  for (const finding of findings) {
    const file = code.find(finding.file)
    const isComment = (line: number) => file !== undefined && (commentsIn(file)[line - 1] ?? false)
    const fact = file && facts.find(({ holds }) => holds({ finding, file, lines: code.linesOf(file), isComment }))
    if (fact === undefined) kept.push(finding)
    else {
      const rule = abbreviate(fact.rule)
      counts.set(rule, (counts.get(rule) ?? 0) + 1)
      rejected.push(rejectFinding(finding, "false-positive-rule"))
    }
  }
  const falsePositives = [...counts].map(([rule, count]) => ({ rule, count }))
  return { findings: kept, rejected, falsePositives: falsePositives.sort((a, b) => b.count - a.count) }
}

function findFact(rule: string): Omit<FactRow, "says"> | undefined {
  const text = rule.replace(/\s+/g, " ").trim().replace(/\.$/, "").toLowerCase()
  const row = factTable.find(({ says }) => says.test(text))
  if (row !== undefined) return row
  const places = readPlaceRule(rule)
  return places && { holds: (at) => holds(places, at), isWhole: true }
}

function holds({ places, about }: FilePlaceRule, at: FindingInCode): boolean {
  if (about !== undefined && !isAbout(at.finding.title, about)) return false
  return places.some((place) => (place === "comment" ? isInComment(at) : isFilePlace(place, at)))
}

/** Reviewers of tests or documents are not affected by rules about tests or documents. */
function isFilePlace(place: FilePlace, { finding, file }: FindingInCode): boolean {
  if (place === "test" && isSameCategory(finding.category, "test-coverage")) return false
  if (place === "documentation" && DOCUMENT_KINDS.test(finding.category)) return false
  return isPlace(file, place)
}

const DOCUMENT_KINDS = /^(?:accuracy|clarity|completeness|consistency|examples|structure)$/i

/** All of the finding's lines begin inside a comment, or with one. */
function isInComment({ finding, isComment }: FindingInCode): boolean {
  const { line, endLine } = finding
  if (endLine - line > 200) return false
  return Array.from({ length: endLine - line + 1 }, (_, more) => line + more).every(isComment)
}

function commentLines({ path, text }: ReviewedFile, lines: readonly string[]): readonly boolean[] {
  const zones = readZones(path, text)
  if (zones === undefined) return []
  let start = 0
  return lines.map((line) => {
    const first = line.search(/\S/)
    const isComment = first === -1 || zones.at(start + first) === "comment"
    start += line.length + 1
    return isComment
  })
}

/** A rule that names places, and optionally what may be ignored there. */
export interface FilePlaceRule {
  readonly places: readonly (FilePlace | "comment")[]
  /** Only findings about this; absent: about anything. */
  readonly about?: Subject | undefined
}

/**
 * Accepts a rule only if it understands every word of it, such as `Hardcoded secrets in test fixtures`: an exception or
 * a condition is an unknown word, and the rule is left to the judges.
 */
export function readPlaceRule(rule: string): FilePlaceRule | undefined {
  const text = rule
    .toLowerCase()
    .replace(/[`*"'()]/g, "")
    .replace(/\.$/, "")
  if (text.length > 120 || /[;:.!?]/.test(text)) return undefined
  const groups = text.split(/[,/]|\b(?:and|or)\b/).map((group) => readGroup(group))
  if (groups.some((group) => group === undefined)) return undefined
  const places = new Set(groups.flatMap((group) => group?.place ?? []))
  const about = new Set(groups.flatMap((group) => group?.about ?? []))
  if (places.size === 0 || about.size > 1) return undefined
  const [subject] = about
  return { places: [...places], about: subject }
}

interface Group {
  readonly place?: FilePlace | "comment"
  readonly about: readonly Subject[]
}

/** At most one place between commas: `generated tests` means neither everything generated nor all tests. */
function readGroup(group: string): Group | undefined {
  const words = group.split(/\s+/).filter((word) => word !== "" && !fillers.has(word))
  const about = words.flatMap((word) => subjectWords.get(word) ?? [])
  const places = words.flatMap((word) => placeWords.get(word) ?? [])
  if (about.length + places.length < words.length) return undefined
  const [place, second, ...more] = [...new Set(places)]
  if (second === undefined) return place === undefined ? { about } : { place, about }
  return place === "test" && second === "fixture" && more.length === 0 ? { place: second, about } : undefined
}

const fillers: ReadonlySet<string> = new Set(
  "a all an any anything are code data file files finding findings folder folders in inside is issue issues it lie lies of on path paths problem problems source sources that the these they under used which within".split(
    " ",
  ),
)

const placeWords: ReadonlyMap<string, FilePlace | "comment"> = new Map(
  Object.entries({
    test: "test tests testing spec specs unit-test unit-tests",
    fixture: "fixture fixtures mock mocks testdata",
    generated: "generated auto-generated autogenerated",
    minified: "minified",
    vendored: "vendored vendor third-party",
    "lock file": "lock lockfile lockfiles lock-files",
    snapshot: "snapshot snapshots",
    example: "example examples sample samples demo demos",
    documentation: "documentation docs",
    script: "script scripts",
    migration: "migration migrations",
    benchmark: "benchmark benchmarks",
    story: "story stories storybook",
    comment: "comment comments commented commented-out",
  } satisfies Partial<Record<FilePlace | "comment", string>>).flatMap(([place, words]) =>
    words.split(" ").map((word) => [word, place as FilePlace | "comment"] as const),
  ),
)

const subjectWords: ReadonlyMap<string, Subject> = new Map(
  subjects.flatMap(({ subject, words }) => words.map((word) => [word, subject] as const)),
)
