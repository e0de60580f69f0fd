import { severities, type Severity } from "../finding/severity.ts"
import { readBlock } from "../skill/header/read-block.ts"
import { splitHeader } from "../skill/header/split.ts"
import { nearestNames } from "../text/nearest-names.ts"
import { type Problem, problemAt } from "../problem/problem.ts"
import { problem } from "../ports/problems.ts"
import { readAgentNames } from "./agent-names.ts"

/** What a project says about its reviews, read at each run. Flags win over it. */
export interface ReviewSettings {
  readonly enabled: boolean
  /** Within the project: settings come with what is reviewed, so they choose no place elsewhere. */
  readonly outputDir?: string
  readonly skipAgents: readonly string[]
  readonly minSeverity?: Severity
  readonly language?: string
  readonly testPatterns: readonly string[]
  /** The most tokens that the prompt of an agent may have. */
  readonly promptTokens?: number
  /** The body: instructions for every agent. */
  readonly additional: string
  readonly problems: readonly Problem[]
}

export const SETTINGS_FILE = ".claude/code-review.local.md"
const NONE: ReviewSettings = { enabled: true, skipAgents: [], testPatterns: [], additional: "", problems: [] }

export interface SettingsFile {
  readonly text: string | undefined
  /** How the file is called in problems. */
  readonly path: string
  /** The directory that a name means, or undefined where that is outside the project. */
  readonly resolve: (folder: string) => string | undefined
}

export function readReviewSettings({ text, path, resolve }: SettingsFile): ReviewSettings {
  if (text === undefined) return NONE
  const { block, blockLine, body } = splitHeader(text)
  const read = readBlock(block, blockLine)
  let settings: ReviewSettings = { ...NONE, additional: body.trim() }
  const problems: Problem[] = read.problems.map((found) => problemAt(path, found))
  for (const { key, value } of read.entries) {
    const name = key.replaceAll("-", "_")
    const known = Object.hasOwn(keys, name) ? keys[name] : undefined
    const { line } = read.locate(key)
    const taken = known === undefined ? unknownKey(key) : known(value, resolve)
    if (typeof taken === "string")
      problems.push(problemAt(path, problem("settings.bad-value", { line }, { message: taken })))
    else settings = { ...settings, ...taken }
  }
  return { ...settings, problems }
}

function unknownKey(key: string): string {
  const near = nearestNames(key, Object.keys(keys))
  return `there is no setting "${key}"${near[0] === undefined ? "" : `; did you mean ${near[0]}?`}`
}

type ReadKey = (value: unknown, resolve: SettingsFile["resolve"]) => Partial<ReviewSettings> | string

/** What each key may be: its meaning, or in words what is wrong. */
const keys: Readonly<Record<string, ReadKey>> = {
  enabled: (value) => (typeof value === "boolean" ? { enabled: value } : "enabled is true or false"),
  output_dir: (value, resolve) => {
    if (typeof value !== "string") return "output_dir is a directory"
    const outputDir = resolve(value)
    return outputDir === undefined ? "output_dir is a directory within the project" : { outputDir }
  },
  skip_agents: (value) => {
    const { agents, problems } = readAgentNames(texts(value))
    return problems[0] === undefined ? { skipAgents: agents } : problems[0].message
  },
  min_severity: (value) => {
    const found = severities.find((severity) => severity === String(value).toLowerCase())
    return found === undefined ? `min_severity is one of ${severities.join(", ")}` : { minSeverity: found }
  },
  language: (value) => (typeof value === "string" ? { language: value } : "language is a name"),
  max_prompt_tokens: (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= LEAST_PROMPT
      ? { promptTokens: value }
      : `max_prompt_tokens is a number of at least ${LEAST_PROMPT}`,
  additional_test_patterns: (value) => ({ testPatterns: texts(value) }),
}

/** Less holds no file of usual length. */
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
