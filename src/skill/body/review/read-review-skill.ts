import type { FileProblem } from "../../../problem/problem.ts"
import { skillProblem } from "../../problems.ts"
import type { SkillText } from "../../read-skill.ts"
import { findReviewAgent, type ReviewAgent } from "./agents.ts"
import { type FocusArea, readFocusAreas } from "./focus-areas.ts"
import { type Methodology, readMethodology } from "./methodology.ts"
import { type SkillPart, splitParts } from "./split-parts.ts"
import { readPatterns, type WantedPatterns } from "./patterns/read-patterns.ts"
import type { ReviewPattern } from "./patterns/review-pattern.ts"
import { reportUnreadParts } from "./report-unread-parts.ts"
import { type Zone, type ZonedPart, assignZones } from "./assign-zones.ts"
import { findCodeSpans } from "./table-cells.ts"

/**
 * review: what one agent checks. methodology: how every agent proceeds. command: it starts reviews itself, so its rules
 * and patterns are used only in validation. reviewer: a reviewer of its own, with what it looks for and its checks.
 */
export const reviewSkillTypes = ["review", "methodology", "command", "reviewer"] as const
export type ReviewSkillType = (typeof reviewSkillTypes)[number]

/** A skill as a review uses it. Parts that do not belong to its type are empty. */
export interface ReviewSkill {
  /** Without the plugin's name. */
  readonly name: string
  readonly type: ReviewSkillType
  readonly primaryAgent: ReviewAgent | null
  readonly focusAreas: readonly FocusArea[]
  readonly patterns: readonly ReviewPattern[]
  readonly falsePositiveRules: readonly string[]
  readonly priorityFiles: PriorityFiles
  readonly methodology: Methodology | null
  /** The reviewer that it defines. */
  readonly reviewer?: DefinedReviewer | undefined
}

/** A reviewer that a skill defines: its name, and what it looks for. */
export interface DefinedReviewer {
  readonly id: string
  readonly task: string
}

export interface ReviewSkillReading {
  readonly skill: ReviewSkill
  /** The file with the skill's patterns; `readPatternFile` reads its text. */
  readonly wanted?: WantedPatterns
  readonly problems: readonly FileProblem[]
}

/** Turns the body of a SKILL.md into what a review needs; `name` is the skill's, without its plugin's. */
export function readReviewSkill(name: string, text: SkillText): ReviewSkillReading {
  const parts = assignZones(splitParts(text.body, text.bodyLine))
  const kind = readType(name, text)
  const reading = kind.type === "methodology" ? readMethodSkill(parts) : readChecks(parts)
  const { wanted } = reading
  const topic = name.replace(/^reviewing-/, "").replaceAll("-", " ")
  const problems = [...kind.problems, ...reading.problems]
  if (kind.type === "review" && reading.focusAreas.length === 0 && !parts.some(({ zone }) => zone === "area"))
    problems.push(noCategories(text.bodyLine))
  const { focusAreas, patterns, falsePositiveRules, priorityFiles, methodology } = reading
  const found = { focusAreas, patterns, falsePositiveRules, priorityFiles, methodology }
  const named = [...problems.map(({ line }) => line), ...(reading.leftOut ?? [])]
  problems.push(...reportUnreadParts(parts, { isMethod: kind.type === "methodology", ...found }, new Set(named)))
  return {
    skill: { name, type: kind.type, primaryAgent: kind.primaryAgent, ...found, ...readReviewer(name, kind.type, text) },
    ...(wanted === undefined ? {} : { wanted: { ...wanted, category: wanted.category ?? topic } }),
    problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  }
}

/** `reviewing-accessibility` defines `accessibility-agent`; its description says what it looks for. */
function readReviewer(name: string, type: ReviewSkillType, { header }: SkillText): Pick<ReviewSkill, "reviewer"> {
  if (type !== "reviewer") return {}
  const id = `${name.replace(/^reviewing-/, "").replace(/-(?:agent|reviewer)$/, "")}-agent`
  return { reviewer: { id, task: (header.description ?? name).replace(/\s+/g, " ").trim() } }
}

type Reading = Omit<ReviewSkill, "name" | "type" | "primaryAgent"> &
  Pick<ReviewSkillReading, "wanted" | "problems"> & { readonly leftOut?: readonly number[] }

const nothing = {
  focusAreas: [],
  patterns: [],
  falsePositiveRules: [],
  priorityFiles: { patterns: [], notes: [] },
  methodology: null,
}

function readChecks(parts: readonly ZonedPart[]): Reading {
  const inZone = (zone: Zone) => parts.filter((part) => part.zone === zone)
  const focus = readFocusAreas(parts)
  const patterns = readPatterns(inZone("patterns"))
  const rules = inZone("rules")
  const falsePositiveRules = rules.flatMap((part) => (part.kind === "item" ? [part.text] : []))
  return {
    ...nothing,
    focusAreas: focus.focusAreas,
    patterns: patterns.patterns,
    ...(patterns.wanted === undefined ? {} : { wanted: patterns.wanted }),
    falsePositiveRules,
    priorityFiles: readPriorityFiles(inZone("priority")),
    leftOut: focus.leftOut,
    problems: [
      ...focus.problems,
      ...patterns.problems,
      ...(rules[0] !== undefined && falsePositiveRules.length === 0 ? [noRules(rules[0].line)] : []),
    ],
  }
}

function readMethodSkill(parts: readonly ZonedPart[]): Reading {
  const methodology = readMethodology(parts)
  const isEmpty = methodology.approach === null && methodology.steps.length + methodology.questions.length === 0
  const unused = parts.find(({ opens, zone }) => opens && (zone === "area" || zone === "patterns" || zone === "rules"))
  return {
    ...nothing,
    methodology: isEmpty ? null : methodology,
    problems: [
      ...(isEmpty ? [noMethod(parts[0]?.line ?? 1)] : []),
      ...(unused === undefined ? [] : [unusedPart(unused.line)]),
    ],
  }
}

/** The skills whose type and agent follow from their name. */
const known: Readonly<Record<string, ReviewAgent | null>> = {
  "reviewing-architecture-principles": "architecture-agent",
  "reviewing-bugs": "bug-detection-agent",
  "reviewing-compliance": "compliance-agent",
  "reviewing-performance": "performance-agent",
  "reviewing-security": "security-agent",
  "reviewing-technical-debt": "technical-debt-agent",
  "reviewing-documentation": null,
}

type Kind = Pick<ReviewSkill, "type" | "primaryAgent"> & Pick<ReviewSkillReading, "problems">

/** The frontmatter wins: `metadata.skillet-type` and, for a review skill, `metadata.skillet-agent`. */
function readType(name: string, { header, blockLine }: SkillText): Kind {
  const usual = Object.hasOwn(known, name) ? known[name] : undefined
  const byName = usual === undefined ? "methodology" : usual === null ? "command" : "review"
  const said = header.metadata?.["skillet-type"]
  const type = reviewSkillTypes.find((one) => one === said) ?? byName
  const spot = { line: blockLine }
  const problems = said === undefined || said === type ? [] : [unknownType(spot, String(said), type)]
  if (type !== "review") return { type, primaryAgent: null, problems }
  const wanted = header.metadata?.["skillet-agent"]
  const found = typeof wanted === "string" ? findReviewAgent(wanted) : undefined
  if (found !== undefined && "agent" in found) return { type, primaryAgent: found.agent, problems }
  if (found !== undefined) problems.push(unknownAgentProblem(spot, String(wanted), found.near))
  else if (usual === undefined || usual === null) problems.push(noAgent(spot))
  return { type, primaryAgent: usual ?? null, problems }
}

type Spot = { readonly line: number }

export function unknownAgentProblem(spot: Partial<Spot>, name: string, near: readonly string[]): FileProblem {
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "name an agent such as security-agent"
  return skillProblem("review.unknown-agent", spot, { message: `there is no agent "${name}"`, fix })
}

function unknownType(spot: Spot, said: string, type: string): FileProblem {
  const message = `metadata.skillet-type is "${said}"; it is read as ${type}`
  return skillProblem("review.unknown-type", spot, { message, fix: `use ${reviewSkillTypes.join(", ")}` })
}

function noAgent(spot: Spot): FileProblem {
  const message = "it is a review skill without an agent, so no agent gets its checks"
  return skillProblem("review.no-agent", spot, {
    message,
    fix: "add skillet-agent: security-agent, or another, to metadata",
  })
}

function noCategories(line: number): FileProblem {
  const message = "it lists nothing to check"
  const fix = 'add a section "Categories Checked" with lines such as **Name (Major):** and bullets below'
  return skillProblem("review.no-categories", { line }, { message, fix })
}

function noRules(line: number): FileProblem {
  const wording = { message: "the section on false positives lists none", fix: "write each rule as a bullet" }
  return skillProblem("review.no-rules", { line }, wording)
}

function noMethod(line: number): FileProblem {
  const message = "it describes no method: no paragraph, no numbered steps, no questions"
  return skillProblem("review.no-method", { line }, { message, fix: "describe the approach, then number the steps" })
}

function unusedPart(line: number): FileProblem {
  const message = "checks, patterns and rules are read only from review skills, but this is a method skill"
  const fix = "set metadata.skillet-type: review and metadata.skillet-agent in the frontmatter"
  return skillProblem("review.unused-part", { line }, { message, fix })
}

/** Which files to look at first. */
export interface PriorityFiles {
  readonly patterns: readonly string[]
  /** What the skill says about them, in its own words. */
  readonly notes: readonly string[]
}

/** Reads the section on scope prioritization: globs as written, and quoted parts of names as globs. */
export function readPriorityFiles(parts: readonly SkillPart[]): PriorityFiles {
  const items = parts.flatMap((part) => (part.kind === "item" ? [part.text] : []))
  const prose = parts.flatMap((part) => (part.kind === "text" && !part.text.endsWith(":") ? [part.text] : []))
  const notes = items.length > 0 ? items : prose
  return { patterns: [...new Set(notes.flatMap(findGlobs))], notes }
}

function findGlobs(text: string): readonly string[] {
  const written = findCodeSpans(text).filter((code) => /^[^\s"'`<>|]+$/.test(code) && /[*/]|\.[a-z0-9]+$/i.test(code))
  const outside = text.replace(/`[^`]*`/g, "")
  const quoted = [...outside.matchAll(/["“]([\w.-]+)["”]/g)].map((match) => match[1] ?? "")
  return [...written, ...quoted.flatMap((word) => [`**/*${word}*`, `**/*${word}*/**`])]
}
