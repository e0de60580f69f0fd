import fs from "node:fs"
import path from "node:path"
import { severities, type Severity } from "../../finding/severity.ts"
import { readAgentNames } from "../../review/instructions/agent-names.ts"
import { readBlock } from "../../skill/header/read-block.ts"
import { splitHeader } from "../../skill/header/split.ts"
import { nearestNames } from "../../skill/nearest-names.ts"
import { type Problem, problem, problemAt } from "../../skill/problem.ts"

/** What a project says about its reviews, read at each run. Flags win over it. */
export interface ReviewSettings {
  readonly enabled: boolean
  /** Absolute, and within the project: settings come with what is reviewed, so they choose no place elsewhere. */
  readonly outputDir?: string
  readonly skipAgents: readonly string[]
  readonly minSeverity?: Severity
  readonly language?: string
  readonly testPatterns: readonly string[]
  /** The body: instructions for every agent. */
  readonly additional: string
  readonly problems: readonly Problem[]
}

export const SETTINGS_FILE = ".claude/code-review.local.md"
const MOST_BYTES = 256 * 1024
const NONE: ReviewSettings = { enabled: true, skipAgents: [], testPatterns: [], additional: "", problems: [] }

export function readReviewSettings(root: string): ReviewSettings {
  const file = path.join(root, SETTINGS_FILE)
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || stat.size > MOST_BYTES) return NONE
  const { block, blockLine, body } = splitHeader(fs.readFileSync(file, "utf8"))
  const read = readBlock(block, blockLine)
  let settings: ReviewSettings = { ...NONE, additional: body.trim() }
  const problems: Problem[] = read.problems.map((found) => problemAt(file, found))
  for (const { key, value } of read.entries) {
    const name = key.replaceAll("-", "_")
    const known = Object.hasOwn(keys, name) ? keys[name] : undefined
    const { line } = read.locate(key)
    const taken = known === undefined ? unknownKey(key) : known(value, root)
    if (typeof taken === "string")
      problems.push(problemAt(file, problem("settings.bad-value", { line }, { message: taken })))
    else settings = { ...settings, ...taken }
  }
  return { ...settings, problems }
}

/** Also where links on the way lead elsewhere. */
function isWithin(root: string, folder: string): boolean {
  let existing = folder
  while (!fs.existsSync(existing)) existing = path.dirname(existing)
  const fromRoot = [path.relative(root, folder), path.relative(fs.realpathSync(root), fs.realpathSync(existing))]
  return fromRoot.every((way) => way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}

function unknownKey(key: string): string {
  const near = nearestNames(key, Object.keys(keys))
  return `there is no setting "${key}"${near[0] === undefined ? "" : `; did you mean ${near[0]}?`}`
}

/** What each key may be: its meaning, or in words what is wrong. */
const keys: Readonly<Record<string, (value: unknown, root: string) => Partial<ReviewSettings> | string>> = {
  enabled: (value) => (typeof value === "boolean" ? { enabled: value } : "enabled is true or false"),
  output_dir: (value, root) => {
    if (typeof value !== "string") return "output_dir is a folder"
    const outputDir = path.resolve(root, value)
    return isWithin(root, outputDir) ? { outputDir } : "output_dir is a folder within the project"
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
  additional_test_patterns: (value) => ({ testPatterns: texts(value) }),
}

function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === "string"
    ? value
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "")
    : []
}
