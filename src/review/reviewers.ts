import { categoryOf, type ReviewKind } from "../claims/categories.ts"
import type { Tier } from "../workflow/roles.ts"
import type { Depth, Gathered } from "./review-data.ts"

/** One who reviews: what it looks for, how able it must be in each round, and what it is shown. */
export interface Reviewer extends ReviewerRow {
  readonly category: string
}

interface ReviewerRow {
  readonly id: string
  /** What it looks for, in a sentence or two. */
  readonly task: string
  /** Absent: it takes no part in that round. */
  readonly tier: Partial<Record<Round, Tier>>
  readonly seesTests?: true
  /** Fields that its findings have beside those of all others, with what to write into them. */
  readonly extras?: Readonly<Record<string, string>>
  /** The project's own instructions in full, not only where they are. */
  readonly seesInstructions?: true
}

export type Round = "thorough" | "gaps" | "quick"

const codeReviewers = [
  {
    id: "api-contracts-agent",
    task: "What callers rely on: signatures, exported names, formats, status codes, defaults. A change that breaks a caller, or a promise in a name, type or document that the code does not keep.",
    tier: { thorough: "mid" },
  },
  {
    id: "architecture-agent",
    task: "Where things live and who knows whom: dependencies against the direction of the layers, two places that decide the same thing, a module that does several jobs, knowledge that leaks through an interface.",
    tier: { thorough: "large" },
    seesInstructions: true,
  },
  {
    id: "bug-detection-agent",
    task: "What gives a wrong result or crashes: wrong conditions, off-by-one, null and undefined, wrong order of awaits, shared state, resource leaks, wrong units, edge cases of inputs.",
    tier: { thorough: "large", gaps: "mid", quick: "large" },
    seesTests: true,
  },
  {
    id: "compliance-agent",
    task: "What the project's own instructions and conventions demand. Quote the rule that is broken and say where it is.",
    tier: { thorough: "mid", gaps: "mid" },
    seesInstructions: true,
  },
  {
    id: "error-handling-agent",
    task: "What happens when something fails: errors that are swallowed, turned into a wrong value, reported without what one needs to act, retried when that does harm, or left half done.",
    tier: { thorough: "mid", quick: "mid" },
  },
  {
    id: "performance-agent",
    task: "Work that grows faster than the data, work repeated in a loop, waiting one after another where it could be at once, memory that is never given back. Say how often the code runs and on how much.",
    tier: { thorough: "large", gaps: "mid" },
    extras: { impact: "what it costs, whom, and from which size of data on" },
  },
  {
    id: "security-agent",
    task: "What an attacker could do: input that reaches a query, a command, a path, a page or a parser; missing checks of who may do what; secrets in code or logs; weak cryptography. Say where the input comes from and how it gets there.",
    tier: { thorough: "large", gaps: "mid", quick: "large" },
    extras: {
      attack_vector: "who sends what, and how it gets there",
      impact: "what the attacker gains, and who is harmed",
    },
  },
  {
    id: "technical-debt-agent",
    task: "What makes the next change dearer: duplicated logic, dead code, names that mislead, functions that do several things, workarounds without a reason, tests that cannot fail.",
    tier: { thorough: "large", gaps: "mid" },
    seesTests: true,
  },
  {
    id: "test-coverage-agent",
    task: "Behaviour that no test would notice losing: new branches, error paths, boundaries. Name the missing test by what it does and expects.",
    tier: { thorough: "mid", quick: "mid" },
    seesTests: true,
  },
] as const satisfies readonly ReviewerRow[]

const docsReviewers = [
  {
    id: "accuracy-agent",
    task: "Statements that are not true of the code: commands, options, names, defaults, versions, paths, behaviour.",
    tier: { thorough: "large", gaps: "mid", quick: "large" },
  },
  {
    id: "clarity-agent",
    task: "What a reader of the intended kind misreads or has to read twice: undefined words, ambiguous reference, steps in the wrong order.",
    tier: { thorough: "mid", quick: "mid" },
  },
  {
    id: "completeness-agent",
    task: "What a reader needs for the promised task and does not find: prerequisites, options, errors, what comes after.",
    tier: { thorough: "large", gaps: "mid", quick: "mid" },
  },
  {
    id: "consistency-agent",
    task: "Two places that contradict each other, or one thing with several names.",
    tier: { thorough: "mid", gaps: "mid" },
  },
  {
    id: "examples-agent",
    task: "Examples that do not run as written, show something else than the text says, or are missing where a rule is hard to picture.",
    tier: { thorough: "mid", quick: "mid" },
  },
  {
    id: "structure-agent",
    task: "Whether a reader can find things: order, headings that describe their sections, dead links, unreachable pages.",
    tier: { thorough: "mid" },
  },
] as const satisfies readonly ReviewerRow[]

/** Pairs of categories whose findings may mean more together, each with the question to ask. */
export interface Pair {
  readonly a: string
  readonly b: string
  readonly question: string
}

const pairs: Readonly<Record<ReviewKind, Readonly<Record<Depth, readonly Pair[]>>>> = {
  code: {
    deep: [
      { a: "Architecture", b: "Test Coverage", question: "Is something hard to test because of where it lives?" },
      { a: "Bugs", b: "Compliance", question: "Does a bug come from a rule of the project that is not followed?" },
      { a: "Bugs", b: "Error Handling", question: "Is a bug hidden, or made worse, by how its failure is handled?" },
      { a: "Compliance", b: "Technical Debt", question: "Is a broken rule the beginning of debt that spreads?" },
      {
        a: "Performance",
        b: "Security",
        question: "Can slow work be forced from outside, or does a check cost so much that it will be taken out?",
      },
    ],
    quick: [
      { a: "Bugs", b: "Error Handling", question: "Is a bug hidden, or made worse, by how its failure is handled?" },
      { a: "Bugs", b: "Security", question: "Can a bug be used by an attacker?" },
      { a: "Bugs", b: "Test Coverage", question: "Would a missing test have shown a bug that was found?" },
    ],
  },
  docs: {
    deep: [
      { a: "Accuracy", b: "Examples", question: "Does a wrong statement show in an example as well?" },
      { a: "Accuracy", b: "Consistency", question: "Which of two contradicting places is the true one?" },
      { a: "Completeness", b: "Structure", question: "Is something missing, or only not found?" },
      { a: "Clarity", b: "Structure", question: "Is a text hard to read because it is in the wrong place?" },
    ],
    quick: [
      { a: "Accuracy", b: "Examples", question: "Does a wrong statement show in an example as well?" },
      { a: "Accuracy", b: "Completeness", question: "Is a statement wrong because a condition is missing?" },
      { a: "Clarity", b: "Completeness", question: "Is a text hard to read because something is missing?" },
    ],
  },
}

const reviewers: Readonly<Record<ReviewKind, readonly Reviewer[]>> = {
  code: codeReviewers.map((row) => ({ ...row, category: categoryOf("code", row.id) })),
  docs: docsReviewers.map((row) => ({ ...row, category: categoryOf("docs", row.id) })),
}

export function reviewersOf(kind: ReviewKind): readonly Reviewer[] {
  return reviewers[kind]
}

/** Who takes part in a round, with the tier it asks for. */
export function roundOf(
  { kind, skippedAgents }: Pick<Gathered, "kind" | "skippedAgents">,
  round: Round,
): readonly (Reviewer & { readonly asks: Tier })[] {
  return reviewersOf(kind).flatMap((reviewer) => {
    const asks = reviewer.tier[round]
    return asks === undefined || skippedAgents.includes(reviewer.id) ? [] : [{ ...reviewer, asks }]
  })
}

/** What the agent of a part is called: its reviewer's id, with the number of the part where there are several. */
export function itemName(reviewer: string, { number, of }: { readonly number: number; readonly of: number }): string {
  return of < 2 ? reviewer : `${reviewer}.${number}`
}

/** The reviewer and the part that an item means. */
export function readItem(item: string): { readonly reviewer: string; readonly part?: number } {
  const [, reviewer = item, part] = /^([\w-]+)\.(\d+)$/.exec(item) ?? []
  return part === undefined ? { reviewer } : { reviewer, part: Number(part) }
}

export function pairsOf({ kind, depth }: Pick<Gathered, "kind" | "depth">): readonly Pair[] {
  return pairs[kind][depth]
}
