import { findAgentCategory, type ReviewKind } from "./claims/categories.ts"
import type { Tier } from "../workflow/roles.ts"
import type { Depth, Gathered } from "./review-data.ts"

/** A reviewer: what it looks for, which tier of model it needs in each round, and what it is shown. */
export interface Reviewer extends ReviewerRow {
  readonly category: string
}

interface ReviewerRow {
  readonly id: string
  /** What it looks for, in a sentence or two. */
  readonly task: string
  /** If a round is absent, the reviewer does not take part in it. */
  readonly tier: Partial<Record<Round, Tier>>
  readonly seesTests?: true
  /** Additional fields of its findings, each with what to write into it. */
  readonly extras?: Readonly<Record<string, string>>
  /** The project's own instructions in full, not only where they are. */
  readonly seesInstructions?: true
}

/** The role of every agent that is asked in a review. */
export const REVIEWER = "quality-reviewer"

export type Round = "thorough" | "gaps" | "quick"

const codeReviewers = [
  {
    id: "api-contracts-agent",
    task: "What callers rely on: signatures, exported names, formats, status codes, defaults. Report changes that break a caller, and promises in a name, type or document that the code does not keep.",
    tier: { thorough: "mid" },
  },
  {
    id: "architecture-agent",
    task: "Structure and dependencies: imports against the direction of the layers, the same decision made in two places, a module with several jobs, implementation details that leak through an interface.",
    tier: { thorough: "large" },
    seesInstructions: true,
  },
  {
    id: "bug-detection-agent",
    task: "Code that returns a wrong result or crashes: wrong conditions, off-by-one errors, null and undefined, wrong order of awaits, shared state, resource leaks, wrong units, unhandled edge cases.",
    tier: { thorough: "large", gaps: "mid", quick: "large" },
    seesTests: true,
  },
  {
    id: "compliance-agent",
    task: "Violations of the project's own instructions and conventions. Quote the rule and say where it is written.",
    tier: { thorough: "mid", gaps: "mid" },
    seesInstructions: true,
  },
  {
    id: "error-handling-agent",
    task: "What happens when something fails: errors that are swallowed, turned into a wrong value, reported without the details needed to act, retried where a retry does damage, or that leave work half done.",
    tier: { thorough: "mid", quick: "mid" },
  },
  {
    id: "performance-agent",
    task: "Work that grows faster than the data, work repeated in a loop, sequential waits that could run in parallel, memory that is never released. Say how often the code runs and on how much data.",
    tier: { thorough: "large", gaps: "mid" },
    extras: { impact: "what it costs, whom it affects, and from which data size" },
  },
  {
    id: "security-agent",
    task: "What an attacker could exploit: input that reaches a query, a command, a path, a page or a parser; missing authorization checks; secrets in code or logs; weak cryptography. Say where the input comes from and how it gets there.",
    tier: { thorough: "large", gaps: "mid", quick: "large" },
    extras: {
      attack_vector: "who sends which input, and how it reaches this code",
      impact: "what the attacker gains, and who is harmed",
    },
  },
  {
    id: "technical-debt-agent",
    task: "What makes future changes more expensive: duplicated logic, dead code, misleading names, functions that do several things, unexplained workarounds, tests that cannot fail.",
    tier: { thorough: "large", gaps: "mid" },
    seesTests: true,
  },
  {
    id: "test-coverage-agent",
    task: "Behaviour that could break without failing a test: new branches, error paths, boundary values. Describe the missing test: what it does and what it expects.",
    tier: { thorough: "mid", quick: "mid" },
    seesTests: true,
  },
] as const satisfies readonly ReviewerRow[]

const docsReviewers = [
  {
    id: "accuracy-agent",
    task: "Statements that do not match the code: commands, options, names, defaults, versions, paths, behaviour.",
    tier: { thorough: "large", gaps: "mid", quick: "large" },
  },
  {
    id: "clarity-agent",
    task: "What the intended reader would misread or have to read twice: undefined terms, ambiguous references, steps in the wrong order.",
    tier: { thorough: "mid", quick: "mid" },
  },
  {
    id: "completeness-agent",
    task: "What the reader needs for the task and cannot find: prerequisites, options, errors, next steps.",
    tier: { thorough: "large", gaps: "mid", quick: "mid" },
  },
  {
    id: "consistency-agent",
    task: "Places that contradict each other, and things that have several names.",
    tier: { thorough: "mid", gaps: "mid" },
  },
  {
    id: "examples-agent",
    task: "Examples that do not run as written, do not match the text, or are missing where a rule is hard to understand without one.",
    tier: { thorough: "mid", quick: "mid" },
  },
  {
    id: "structure-agent",
    task: "Whether a reader can find things: order, headings that describe their sections, dead links, unreachable pages.",
    tier: { thorough: "mid" },
  },
] as const satisfies readonly ReviewerRow[]

/** Pairs of categories whose findings may interact, each with the question to ask. */
export interface Pair {
  readonly a: string
  readonly b: string
  readonly question: string
}

const pairs: Readonly<Record<ReviewKind, Readonly<Record<Depth, readonly Pair[]>>>> = {
  code: {
    deep: [
      { a: "Architecture", b: "Test Coverage", question: "Is code hard to test because of where it is placed?" },
      { a: "Bugs", b: "Compliance", question: "Does a bug exist because a project rule was not followed?" },
      { a: "Bugs", b: "Error Handling", question: "Is a bug hidden or made worse by the way errors are handled?" },
      { a: "Compliance", b: "Technical Debt", question: "Will a broken rule spread as technical debt?" },
      {
        a: "Performance",
        b: "Security",
        question: "Can an attacker trigger slow work, or is a security check so slow that someone will remove it?",
      },
    ],
    quick: [
      { a: "Bugs", b: "Error Handling", question: "Is a bug hidden or made worse by the way errors are handled?" },
      { a: "Bugs", b: "Security", question: "Can an attacker exploit a bug?" },
      { a: "Bugs", b: "Test Coverage", question: "Would a missing test have caught one of the bugs?" },
    ],
  },
  docs: {
    deep: [
      { a: "Accuracy", b: "Examples", question: "Is a wrong statement repeated in an example?" },
      { a: "Accuracy", b: "Consistency", question: "Which of two contradicting statements is correct?" },
      { a: "Completeness", b: "Structure", question: "Is something really missing, or is it only hard to find?" },
      { a: "Clarity", b: "Structure", question: "Is a passage hard to understand because it is in the wrong place?" },
    ],
    quick: [
      { a: "Accuracy", b: "Examples", question: "Is a wrong statement repeated in an example?" },
      { a: "Accuracy", b: "Completeness", question: "Is a statement wrong because a condition is missing?" },
      { a: "Clarity", b: "Completeness", question: "Is a passage hard to understand because something is missing?" },
    ],
  },
}

const reviewers: Readonly<Record<ReviewKind, readonly Reviewer[]>> = {
  code: codeReviewers.map((row) => ({ ...row, category: findAgentCategory("code", row.id) })),
  docs: docsReviewers.map((row) => ({ ...row, category: findAgentCategory("docs", row.id) })),
}

export function listReviewers(kind: ReviewKind): readonly Reviewer[] {
  return reviewers[kind]
}

/** What a review is called: without agents, no depth was reached. */
export function nameDepth({ depth, isOffline }: Pick<Gathered, "depth" | "isOffline">): Depth | "offline" {
  return isOffline === true ? "offline" : depth
}

/** A quick review looks once. */
export function chooseFirstRound({ depth }: Pick<Gathered, "depth">): Round {
  return depth === "quick" ? "quick" : "thorough"
}

/** Who takes part in a round, with the tier it asks for. */
export function listRoundReviewers(
  { kind, skippedAgents, reviewers: own = [] }: Pick<Gathered, "kind" | "skippedAgents" | "reviewers">,
  round: Round,
): readonly (Reviewer & { readonly asks: Tier })[] {
  return [...listReviewers(kind), ...own.map((one) => toReviewer(kind, one))].flatMap((reviewer) => {
    const asks = reviewer.tier[round]
    return asks === undefined || skippedAgents.includes(reviewer.id) ? [] : [{ ...reviewer, asks }]
  })
}

/** A reviewer that a skill defines looks once, with a model of the middle tier. */
function toReviewer(kind: ReviewKind, { id, task }: { readonly id: string; readonly task: string }): Reviewer {
  return { id, task, category: findAgentCategory(kind, id), tier: { thorough: "mid", quick: "mid" } }
}

/** The name of the agent that reads a part: the reviewer's id, plus the part's number if there are several. */
export function makeItemName(
  reviewer: string,
  { number, of }: { readonly number: number; readonly of: number },
): string {
  return of < 2 ? reviewer : `${reviewer}.${number}`
}

/** The reviewer and the part that an item represents. */
export function readItemName(item: string): { readonly reviewer: string; readonly part?: number } {
  const [, reviewer = item, part] = /^([\w-]+)\.(\d+)$/.exec(item) ?? []
  return part === undefined ? { reviewer } : { reviewer, part: Number(part) }
}

export function listPairs({ kind, depth }: Pick<Gathered, "kind" | "depth">): readonly Pair[] {
  return pairs[kind][depth]
}
