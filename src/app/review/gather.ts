import fs from "node:fs"
import path from "node:path"
import ignore from "ignore"
import { readAgentNames } from "../../review/instructions/agent-names.ts"
import { instructAgents, type SkillInstructions } from "../../review/instructions/instruct-agents.ts"
import { instructDocsAgents } from "../../review/instructions/instruct-docs-agents.ts"
import { instructionText } from "../../review/instructions/instruction-text.ts"
import { type Reviewer, reviewersOf, roundOf } from "../../review/reviewers.ts"
import { isGenerated, isTestPath } from "../../analysis/file-place.ts"
import { isDocument, languageOf } from "../../analysis/languages.ts"
import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import type { Depth, Gathered } from "../../review/review-data.ts"
import { SkilletError } from "../../skill/failure.ts"
import type { Skillet } from "../open-skillet.ts"
import { type ResolvedSkill, resolveSkills, type SkillResolution } from "../resolve-skills.ts"
import { projectOf } from "../runs/project-of.ts"
import { findScope, type Scope, type ScopeOptions } from "./find-scope.ts"
import { matchesIn } from "./matches-in.ts"
import { findInstructions } from "./find-instructions.ts"
import { openContents } from "./open-contents.ts"
import { readReviewSettings, type ReviewSettings } from "./review-settings.ts"

export interface GatherOptions extends Pick<ScopeOptions, "paths" | "staged" | "diff"> {
  readonly depth: Depth
  readonly kind: Gathered["kind"]
  readonly skills: string
  readonly additional: string
  readonly content: Gathered["content"]
  readonly skipAgents: readonly string[]
  readonly language?: string
  readonly cacheFolder?: string
}

export interface GatheredReview {
  readonly gathered: Gathered
  readonly settings: ReviewSettings
  readonly resolution: SkillResolution
}

const MOST_BYTES = 512 * 1024
/** Whoever reviews documents follows it, named or not. */
const DOCS_SKILL = "reviewing-documentation"

/** Everything a review is about, read once: scope, code, instructions, skills, and what patterns find. */
export async function gather(skillet: Skillet, options: GatherOptions): Promise<GatheredReview> {
  const { around } = skillet
  const env = skillet.options.env ?? process.env
  const scope = await findScope({ cwd: around.cwd, env, ...options })
  const settings = readReviewSettings(scope.root)
  if (!settings.enabled)
    throw new SkilletError("review.disabled", "Reviews are switched off for this project (enabled: false).", {
      retry: "no",
      next: "set enabled: true in .claude/code-review.local.md",
    })
  const resolution = await resolveSkills(skillet, options.skills)
  const docs = options.kind === "docs" ? (await resolveSkills(skillet, DOCS_SKILL)).skills[0] : undefined
  const contents = await openContents(scope, env)
  try {
    return await gatherFrom(
      { ...scope, root: contents.root },
      { skillet, options, scope, settings, resolution, docs, isCopy: contents.isCopy },
    )
  } finally {
    contents.close()
  }
}

interface Gathering {
  readonly skillet: Skillet
  readonly options: GatherOptions
  /** As it lies in the project, whose instructions and tests count. */
  readonly scope: Scope
  readonly settings: ReviewSettings
  readonly resolution: SkillResolution
  readonly docs: ResolvedSkill | undefined
  readonly isCopy: boolean
}

async function gatherFrom(read: Scope, gathering: Gathering): Promise<GatheredReview> {
  const { skillet, options, scope, settings, resolution, docs } = gathering
  const files = readFiles(read, { options, settings, resolution })
  if (files.length === 0)
    throw new SkilletError("review.no-files", "No valid files specified for review.", {
      retry: "no",
      next:
        options.kind === "docs" ? "name Markdown files or folders with them" : "name source files or folders with them",
    })
  const unwanted = [...settings.skipAgents, ...skippedBy(options)]
  const instructed = instructAgents(resolution.skills, { skipAgents: readAgentNames(unwanted).agents })
  const scan = await matchesIn(skillet, {
    scope: read,
    files,
    resolution: docs === undefined ? resolution : { ...resolution, skills: [...resolution.skills, docs] },
    ...(options.cacheFolder === undefined || gathering.isCopy ? {} : { cacheFolder: options.cacheFolder }),
  })
  const blind = options.content === "paths" ? blindOffline(options, scan.categories) : []
  const { branch } = projectOf(scope.root)
  const gathered: Gathered = {
    depth: options.depth,
    kind: options.kind,
    files,
    tests: testsOf(scope, files),
    instructions: findInstructions(
      scope.root,
      files.map((file) => file.path),
    ),
    additional: [settings.additional, options.additional].filter((text) => text.trim() !== "").join("\n\n"),
    project: { branch, languages: languagesOf(options.language ?? settings.language, files), scope: scope.about },
    skillInstructions: docs === undefined ? instructionTexts(instructed) : instructDocsAgents(docs),
    skillQuestions: questionsOf(resolution),
    falsePositiveRules: [...instructed.validation.falsePositiveRules, ...(docs?.falsePositiveRules ?? [])],
    autoValidated: instructed.validation.autoValidatePatterns.map(({ id }) => id),
    skippedAgents: [...new Set([...unwanted, ...blind.map(({ id }) => id)])],
    failedSkills: resolution.failed,
    warnings: [
      ...resolution.warnings,
      ...instructed.problems.map(({ message }) => message),
      ...settings.problems.map(({ message, path: at }) => `${at}: ${message}`),
    ],
    content: options.content,
    matches: scan.matches,
    incomplete: [...scan.incomplete, ...unreadText(read, options.kind), ...blindText(blind)],
  }
  return { gathered, settings, resolution }
}

/** What the project is said to be, before what its files are written in. */
function languagesOf(said: string | undefined, files: readonly ReviewedFile[]): readonly string[] {
  const found = [...new Set(files.map(({ language }) => language))].sort()
  return said === undefined ? found : [said, ...found.filter((language) => language !== said)]
}

/** Reviewers that no pattern speaks for: without a model they see nothing, which is not the same as finding nothing. */
function blindOffline({ kind, depth }: GatherOptions, seen: ReadonlySet<string>): readonly Reviewer[] {
  const round = depth === "quick" ? "quick" : "thorough"
  return roundOf({ kind, skippedAgents: [] }, round).filter(({ category }) => !seen.has(category))
}

function blindText(blind: readonly Reviewer[]): readonly string[] {
  if (blind.length === 0) return []
  return [
    `${blind.map(({ category }) => category).join(", ")}: no pattern looks for these; they take an agent with a model`,
  ]
}

/** What is in scope and was not read. */
function unreadText(scope: Scope, kind: Gathered["kind"]): readonly string[] {
  const large = scope.files
    .map((file) => file.path)
    .filter((name) => isWanted(name, kind) && !isGenerated(name, "") && isTooLarge(path.join(scope.root, name)))
  return large.map((name) => `${name}: larger than ${MOST_BYTES / 1024} KB, not read`)
}

function isTooLarge(file: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size > MOST_BYTES
}

function isWanted(name: string, kind: Gathered["kind"]): boolean {
  return kind === "docs" ? isDocument(name) : languageOf(name) !== undefined
}

/** Names of agents as people write them; a name that means none is told with the nearest. */
function skippedBy({ kind, skipAgents }: GatherOptions): readonly string[] {
  const ids = reviewersOf("docs").map(({ id }) => id)
  const own = skipAgents.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/(-agent)?$/, "-agent"),
  )
  if (kind === "docs" && own.every((id) => ids.includes(id))) return own
  const { agents, problems } = readAgentNames(skipAgents)
  const [wrong] = problems
  if (wrong === undefined) return agents
  throw new SkilletError("review.unknown-agent", wrong.message, {
    retry: "no",
    next: wrong.fix ?? "skillet review --dry-run lists the agents",
  })
}

function instructionTexts({ agents }: SkillInstructions): Gathered["skillInstructions"] {
  const texts = [...agents].map(([agent, one]) => [agent, instructionText(one)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ""))
}

interface Reading {
  readonly options: GatherOptions
  readonly settings: ReviewSettings
  readonly resolution: SkillResolution
}

function readFiles(scope: Scope, { options, settings, resolution }: Reading): readonly ReviewedFile[] {
  const isPriority = matcherOf(resolution.skills.flatMap(({ priorityFiles }) => priorityFiles.patterns))
  const isNamedTest = matcherOf(settings.testPatterns)
  return scope.files.flatMap(({ path: name, diff }) => {
    const text = isWanted(name, options.kind) ? readText(path.join(scope.root, name)) : undefined
    if (text === undefined) return []
    const file = {
      path: name,
      language: languageOf(name) ?? "markdown",
      text,
      isPriority: isPriority(name),
      isTest: isTestPath(name) || isNamedTest(name),
      isGenerated: isGenerated(name, text),
    }
    return [diff === undefined ? file : { ...file, changed: diff.added, diff: diff.diff }]
  })
}

/** Whether a path fits one of the patterns, in the style of .gitignore. */
function matcherOf(patterns: readonly string[]): (file: string) => boolean {
  if (patterns.length === 0) return () => false
  const matcher = ignore().add([...patterns])
  return (file) => ignore.isPathValid(file) && matcher.ignores(file)
}

/** Text that is text: what holds zero bytes or is too large is nothing people review. */
function readText(file: string): string | undefined {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || stat.size > MOST_BYTES || stat.size === 0) return undefined
  const text = fs.readFileSync(file, "utf8")
  return text.includes("\0") ? undefined : text
}

const MOST_TESTS = 40

/** Tests beside or named like the files under review, that are not under review themselves. */
function testsOf(scope: Scope, files: readonly ReviewedFile[]): Gathered["tests"] {
  const reviewed = new Set(files.map((file) => file.path))
  const found = new Map<string, string>()
  for (const file of files) {
    if (file.isTest || found.size >= MOST_TESTS) continue
    const stem = path.basename(file.path).replace(/\.[^.]+$/, "")
    const ending = path.extname(file.path)
    const folder = path.dirname(file.path)
    const names = [`${stem}.test${ending}`, `${stem}.spec${ending}`, `test_${stem}${ending}`, `${stem}_test${ending}`]
    for (const place of [folder, path.join(folder, "__tests__"), path.join(folder, "tests"), "test", "tests"]) {
      for (const name of names) {
        const at = path.join(place, name).split(path.sep).join("/")
        const text = reviewed.has(at) || found.has(at) ? undefined : readText(path.join(scope.root, at))
        if (text !== undefined) found.set(at, text)
      }
    }
  }
  return [...found].map(([at, text]) => ({ path: at, text })).sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** What active review skills ask of synthesis, for every pair that has the category. */
function questionsOf({ skills }: SkillResolution): Gathered["skillQuestions"] {
  const active = new Set(skills.map(({ name }) => name))
  return {
    ...(active.has("reviewing-security") ? { Security: ["Do findings align with OWASP categories?"] } : {}),
    ...(active.has("reviewing-performance") ? { Performance: ["Are performance issues in hot paths?"] } : {}),
  }
}
