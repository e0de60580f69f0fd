import fs from "node:fs"
import path from "node:path"
import type { FoundSkill, PluginRef, SkillSource, SourceListing } from "../../skill-source.ts"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import type { SkillPlace, SkillTree, PolicyFileRule } from "../../../skill/place.ts"
import { skillProblem } from "../../../skill/problems.ts"
import type { Trust } from "../../../skill/trust.ts"
import { MAX_FILE, readSafely } from "../../../system/files/read-safely.ts"
import type { FileSummary } from "./read-summary.ts"
import type { RootIndex, SummaryIndex } from "./summary-index.ts"
import type { WalkedFile } from "./folder-entries.ts"
import type { LinkBoundary } from "./link-boundary.ts"
import { walkCommands } from "./walk-commands.ts"
import { walkSkills } from "./walk-skills.ts"
import { SkilletError } from "../../../problem/failure.ts"

export interface FolderPlace extends SkillPlace {
  readonly trust: Trust
  /** The boundary that its links may not leave; undefined if they may lead anywhere. Computed for each listing. */
  readonly boundary?: (() => LinkBoundary) | undefined
}

/** Skills as directories (or flat files) below one root. */
export function openSkillFolder(place: FolderPlace & { readonly layout: SkillTree }, index: SummaryIndex): SkillSource {
  return openFolderSource(place, async () => {
    const walk = walkSkills(place.root, place.layout, place.boundary?.())
    const known = index.of(place.root)
    const listing = await readFiles(walk.files, { known, root: place.root, isOwn: place.boundary === undefined })
    const skills = await addPolicies(listing.skills, place.layout.policy)
    return { skills, problems: [...walk.problems, ...listing.problems] }
  })
}

/** Legacy commands: one Markdown file each; all of them should become skills. */
export function openCommandFolder(place: FolderPlace, index: SummaryIndex): SkillSource {
  return openFolderSource(place, async () => {
    const walk = walkCommands(place.root, place.boundary?.())
    const listing = await readFiles(walk.files, {
      known: index.of(place.root),
      root: place.root,
      isOwn: place.boundary === undefined,
    })
    return { skills: listing.skills, problems: [...walk.problems, ...listing.problems, ...walk.files.map(legacy)] }
  })
}

export function openFolderSource(place: FolderPlace, list: () => Promise<SourceListing>): SkillSource {
  return {
    kind: place.kind,
    label: place.root,
    trust: place.trust,
    scope: place.scope,
    list,
    read: async (skill) => readSafely(skill.realPath, MAX_FILE).toString("utf8"),
  }
}

/**
 * Reads the frontmatter of what a walk found, from the index if the file did not change. The reader and its YAML parser
 * are loaded only if there is something to read.
 */
export async function readFiles(
  files: readonly WalkedFile[],
  how: { readonly known: RootIndex; readonly root: string; readonly plugin?: PluginRef; readonly isOwn?: boolean },
): Promise<SourceListing> {
  const describeFile = (file: WalkedFile) => ({
    name: file.path.slice(how.root.length),
    size: file.size,
    changed: file.changed,
  })
  const summaries = files.map((file) => how.known.get(describeFile(file)))
  if (summaries.includes(undefined)) {
    const { readSummary } = await import("./read-summary.ts")
    for (const [at, file] of files.entries()) {
      if (summaries[at] !== undefined) continue
      const summary = readSummary(file.realPath, file.size, { name: file.name, isOwn: how.isOwn === true })
      how.known.put(describeFile(file), summary)
      summaries[at] = summary
    }
  }
  how.known.save()
  return buildListing(files, summaries, how.plugin)
}

function buildListing(
  files: readonly WalkedFile[],
  summaries: readonly (FileSummary | undefined)[],
  plugin: PluginRef | undefined,
): SourceListing {
  const skills: FoundSkill[] = []
  const problems: Problem[] = []
  for (const [at, file] of files.entries()) {
    const summary = summaries[at]
    for (const found of summary?.problems ?? []) problems.push(placeProblem(file.path, found))
    if (summary?.summary !== undefined) skills.push(foundSkill(file, summary, plugin))
  }
  return { skills, problems }
}

function foundSkill(file: WalkedFile, read: FileSummary, plugin: PluginRef | undefined): FoundSkill {
  const name = plugin === undefined ? file.name : `${plugin.name}:${file.name}`
  return {
    name,
    form: file.form,
    path: file.path,
    realPath: file.realPath,
    plugin,
    size: file.size,
    changed: file.changed,
    linked: file.linked,
    summary: read.summary ?? { header: {}, fence: "none" },
    tokens: read.tokens ?? 0,
  }
}

function legacy(file: WalkedFile): Problem {
  const message = `${file.name} is a legacy command; skills have replaced these`
  return placeProblem(
    file.path,
    skillProblem("source.legacy", {}, { message, fix: "skillet migrate commands shows how it would look as a skill" }),
  )
}

const MOST_BYTES = 64 * 1024

/**
 * Adds what the host's policy file next to each SKILL.md says about who may use the skill. A file that is missing or
 * cannot be read is ignored, as the agent itself does.
 */
async function addPolicies(
  skills: readonly FoundSkill[],
  rule: PolicyFileRule | undefined,
): Promise<readonly FoundSkill[]> {
  if (rule === undefined) return skills
  return Promise.all(
    skills.map(async (skill) => {
      const file = path.join(path.dirname(skill.realPath), rule.file)
      return fs.existsSync(file) ? { ...skill, ...rule.read(await readMap(file)) } : skill
    }),
  )
}

async function readMap(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { load, YAMLException } = await import("js-yaml")
  try {
    const value: unknown = load(readSafely(file, MOST_BYTES).toString("utf8"))
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (error instanceof YAMLException || error instanceof SkilletError) return {}
    if (error instanceof Error && "code" in error) return {}
    throw error
  }
}
