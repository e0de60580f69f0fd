import { severities, type Severity } from "../finding/severity.ts"
import { readHeaderBlock } from "../skill/header/read-header-block.ts"
import { splitHeader } from "../skill/header/split.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { sourceProblem } from "../settings/problems.ts"
import { type MergeRule, mergeRules } from "./merge-rule.ts"
import { readSkippedNames } from "./instructions/agent-names.ts"

/** A project's settings for reviews, read for each review. Flags override them. */
export interface ReviewSettings {
  readonly enabled: boolean
  /** A directory within the project. Settings come with the reviewed code, so they may not name any other. */
  readonly outputDir?: string
  readonly skipAgents: readonly string[]
  /** Skills that define reviewers of the project's own. They count only if a person approved them. */
  readonly reviewers: readonly string[]
  readonly minSeverity?: Severity
  readonly language?: string
  readonly testPatterns: readonly string[]
  /** The largest prompt of an agent, in tokens. */
  readonly promptTokens?: number
  readonly merge?: MergeRule
  /** The body: instructions for every agent. */
  readonly additional: string
  readonly problems: readonly Problem[]
}

export const SETTINGS_FILE = ".claude/code-review.local.md"
const NONE: ReviewSettings = {
  enabled: true,
  skipAgents: [],
  reviewers: [],
  testPatterns: [],
  additional: "",
  problems: [],
}

export interface ReviewSettingsFile {
  readonly text: string | undefined
  /** The file's name in problems. */
  readonly path: string
  /** The directory that a name refers to; undefined if it is outside the project. */
  readonly resolve: (folder: string) => string | undefined
}

export function parseReviewSettings({ text, path, resolve }: ReviewSettingsFile): ReviewSettings {
  if (text === undefined) return NONE
  const { block, blockLine, body } = splitHeader(text)
  const read = readHeaderBlock(block, blockLine)
  let settings: ReviewSettings = { ...NONE, additional: body.trim() }
  const problems: Problem[] = read.problems.map((found) => placeProblem(path, found))
  for (const { key, value } of read.entries) {
    const name = key.replaceAll("-", "_")
    const known = Object.hasOwn(keys, name) ? keys[name] : undefined
    const { line } = read.locate(key)
    const taken = known === undefined ? unknownKey(key) : known(value, resolve)
    const { read: good, wrong } = typeof taken === "string" ? { read: {}, wrong: [taken] } : splitTaken(taken)
    settings = { ...settings, ...good }
    for (const message of wrong)
      problems.push(placeProblem(path, sourceProblem("settings.bad-value", { line }, { message })))
  }
  return { ...settings, problems }
}

function unknownKey(key: string): string {
  const near = findNearestNames(key, Object.keys(keys))
  return `there is no setting "${key}"${near[0] === undefined ? "" : `; did you mean ${near[0]}?`}`
}

type ReadKey = (value: unknown, resolve: ReviewSettingsFile["resolve"]) => Partial<ReviewSettings> | PartlyRead | string

/** What is good in a list, and what is wrong with the rest: one bad entry never takes the good ones with it. */
interface PartlyRead {
  readonly read: Partial<ReviewSettings>
  readonly wrong: readonly string[]
}

function splitTaken(taken: Partial<ReviewSettings> | PartlyRead): PartlyRead {
  return "read" in taken ? taken : { read: taken, wrong: [] }
}

/** Reads each key: returns its value, or a message that says what is wrong. */
const keys: Readonly<Record<string, ReadKey>> = {
  enabled: (value) => (typeof value === "boolean" ? { enabled: value } : "enabled must be true or false"),
  output_dir: (value, resolve) => {
    if (typeof value !== "string") return "output_dir must be a directory"
    const outputDir = resolve(value)
    return outputDir === undefined ? "output_dir must be a directory within the project" : { outputDir }
  },
  skip_agents: (value) => {
    const { agents, problems } = readSkippedNames(texts(value))
    return { read: { skipAgents: agents }, wrong: problems.map(({ message }) => message) }
  },
  reviewers: (value) => ({ reviewers: texts(value) }),
  min_severity: (value) => {
    const found = severities.find((severity) => severity === String(value).toLowerCase())
    return found === undefined ? `min_severity must be one of ${severities.join(", ")}` : { minSeverity: found }
  },
  language: (value) => (typeof value === "string" ? { language: value } : "language must be a name"),
  max_prompt_tokens: (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= LEAST_PROMPT
      ? { promptTokens: value }
      : `max_prompt_tokens must be a number of at least ${LEAST_PROMPT}`,
  merge: (value) => {
    const found = mergeRules.find((rule) => rule === value)
    return found === undefined ? `merge must be one of ${mergeRules.join(", ")}` : { merge: found }
  },
  additional_test_patterns: (value) => ({ testPatterns: texts(value) }),
}

/** A smaller prompt cannot hold a file of ordinary length. */
const LEAST_PROMPT = 8000

function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === "string"
    ? value
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "")
    : []
}
