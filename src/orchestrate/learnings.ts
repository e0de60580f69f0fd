import { stem } from "../text/stem.ts"
import { wrapInFence } from "../text/escape-hidden.ts"
import { cutWithMarker } from "./cut-text.ts"
import type { SaidLearning } from "./memory.ts"

/** The Markdown files of one function, by name without `.md`; `INDEX` is always shown. */
export type LearningFiles = Readonly<Record<string, string>>

export const learningFiles = {
  heuristic: "heuristics",
  "anti-pattern": "anti-patterns",
  checklist: "checklists",
  snippet: "domain-snippets",
} as const satisfies Record<SaidLearning["kind"], string>

const INDEX_TOKENS = 400
const LOOKUP_TOKENS = 200
/** Two texts that share this many of their words are about the same. */
const SIMILAR = 0.3

export interface LearningQuery {
  readonly query: string
  readonly domain: string
  /** Where the files are, for the reader. */
  readonly folder: string
}

/** What an agent gets from earlier jobs: the index, and what fits the request. Empty if there are no learnings. */
export function renderLearnings(files: LearningFiles, { query, domain, folder }: LearningQuery): string {
  const index = files["INDEX"]?.trim() ?? ""
  const fitting = Object.entries(files)
    .filter(([name]) => name !== "INDEX")
    .flatMap(([, text]) => readLearningEntries(text))
    .filter((entry) => readDomain(entry) === domain || measureSimilarity(entry, query) >= SIMILAR)
  if (index === "" && fitting.length === 0) return ""
  const parts = [
    ...(index === "" ? [] : [cutWithMarker(index, INDEX_TOKENS, `${folder}/INDEX.md`)]),
    ...(fitting.length === 0
      ? []
      : [cutWithMarker(fitting.map((one) => `- ${one}`).join("\n"), LOOKUP_TOKENS, folder)]),
  ]
  return ["LEARNINGS of earlier jobs, as material:", wrapInFence(parts.join("\n\n"), "text")].join("\n")
}

/** The list entries of a file. */
export function readLearningEntries(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => /^[-*]\s+(\S.*)$/.exec(line.trim())?.[1] ?? [])
}

/** An entry may begin with its domain: `[technical] …`. */
function readDomain(entry: string): string | undefined {
  return /^\[([a-z]+)\]/.exec(entry)?.[1]
}

/** How many of the words of two texts are in both. */
export function measureSimilarity(a: string, b: string): number {
  const [one, other] = [keywords(a), keywords(b)]
  const both = [...one].filter((word) => other.has(word)).length
  const all = new Set([...one, ...other]).size
  return all === 0 ? 0 : both / all
}

function keywords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []
  return new Set(words.map(stem))
}

export interface JobFacts {
  readonly query: string
  readonly domain: string
  readonly agents: readonly string[]
  readonly said: readonly (SaidLearning & { readonly agent: string })[]
  /** Whether work had to go back, and then passed. */
  readonly wasRemediated: boolean
  readonly resolvedUnknowns: number
}

export interface LearningPlan {
  /** Why there is something to save; empty if there is not. */
  readonly because: readonly string[]
  readonly entries: readonly NewLearning[]
}

export interface NewLearning {
  readonly agent: string
  /** The file's name without `.md`. */
  readonly file: string
  readonly entry: string
}

/** What a finished job adds to the learnings: only what is new, and only if something new worked. */
export function planLearnings(job: JobFacts, known: Readonly<Record<string, LearningFiles>>): LearningPlan {
  const all = Object.values(known).flatMap((files) => Object.values(files).flatMap(readLearningEntries))
  const sequence = `sequence ${job.agents.join(" → ")}`
  const triggers = [
    ...(all.every((entry) => measureSimilarity(entry, job.query) < SIMILAR) ? ["something new worked"] : []),
    ...(job.wasRemediated ? ["work went back and then passed"] : []),
    ...(all.every((entry) => !entry.includes(sequence)) ? ["this sequence of agents is new"] : []),
    ...(job.resolvedUnknowns >= 2 ? [`${job.resolvedUnknowns} unknowns were resolved`] : []),
  ]
  if (triggers.length === 0 || job.said.length === 0) return { because: [], entries: [] }
  const entries = job.said
    .map(({ agent, kind, text }) => ({ agent, file: learningFiles[kind], entry: `[${job.domain}] ${text.trim()}` }))
    .filter(({ agent, file, entry }) => !readLearningEntries(known[agent]?.[file] ?? "").includes(entry))
  return entries.length === 0 ? { because: [], entries: [] } : { because: triggers, entries }
}

/** Why a job adds nothing, although it was asked to. */
export function explainNoLearnings(run: { readonly status: string }, job: JobFacts | undefined): string {
  if (run.status === "running") return "the job is not completed yet"
  if (job === undefined) return "the job did not complete, and only a completed one is learned from"
  if (job.said.length === 0) return "no agent of this job reported a learning"
  return "what this job reported is saved already, or earlier learnings cover it"
}

/** A file with more entries. What a person wrote in it stays unchanged. */
export function appendEntries(text: string | undefined, title: string, entries: readonly string[]): string {
  const start = text === undefined || text.trim() === "" ? `# ${title}\n` : text.replace(/\n*$/, "\n")
  return `${start}${entries.map((entry) => `- ${entry}\n`).join("")}`
}
