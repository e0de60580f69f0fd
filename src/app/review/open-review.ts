import path from "node:path"
import ignore from "ignore"
import { treeRules } from "../../analysis/tree-rules.ts"
import { bundledPacks } from "../../review/plan/review-patterns.ts"
import { type GatheredReview, gatherReview, type NamedSkills, type ReviewAsked } from "../../review/review.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { resolveSkills, type SkillResolution } from "../resolve/resolve-skills.ts"
import { projectOf } from "../runs/files/project-of.ts"
import { trustOfFile } from "../skills/trust-of.ts"
import { readPacks } from "../scan/read-packs.ts"
import { scanCode } from "../scan/scan-code.ts"
import { findScope, repositoryOf, type ScopeOptions } from "./find-scope.ts"
import { openProjectFiles } from "./project-files.ts"
import type { ProgramName } from "../../review/programs/program-rows.ts"
import { joinPrograms } from "../../review/programs/results-in-scope.ts"
import { readSarifFiles } from "./read-sarif-files.ts"
import { runPrograms } from "./run-programs.ts"
import { readContents } from "./read-contents.ts"

export interface GatherOptions extends ReviewAsked, Pick<ScopeOptions, "paths" | "staged" | "diff"> {
  readonly cacheFolder?: string | undefined
  /** SARIF logs whose results become claims. */
  readonly sarif?: readonly string[] | undefined
  /** Programs to run, whose results become claims. */
  readonly with?: readonly ProgramName[] | undefined
}

export interface AppReview extends GatheredReview {
  readonly resolution: SkillResolution
}

/** Plugs files, git, skills and threads into a review. */
export async function openReview(skillet: Skillet, options: GatherOptions): Promise<AppReview> {
  const { cwd, bundled } = skillet.around
  const env = skillet.options.env ?? process.env
  const packs = readPacks(bundledPacks.map((name) => ({ folder: path.join(bundled[0] ?? "", name), isTrusted: true })))
  const resolutions: SkillResolution[] = []
  const review = await gatherReview(options, {
    findScope: () => findScope({ cwd, env, ...options }),
    openProject: (scope) => openProjectFiles(scope, env),
    async resolveSkills(list) {
      const resolution = await resolveSkills(skillet, list)
      resolutions.push(resolution)
      return trusted(skillet, resolution)
    },
    readContents: (scope, wanted) => readContents(scope, wanted, env),
    pathMatcher,
    branchOf: (root) => projectOf(root).branch,
    async scan({ files, beside }, ofSkills) {
      const patterns = [...packs.patterns, ...ofSkills]
      const cache = options.cacheFolder && { folder: options.cacheFolder, root: skillet.around.root }
      const report = await scanCode({ files, beside, patterns, rules: treeRules, ...(cache ? { cache } : {}) })
      return { ...report, searched: [...patterns.map(({ pattern }) => pattern), ...treeRules] }
    },
  })
  const [resolution = { skills: [], failed: [], warnings: [] }] = resolutions
  const { sarif = [], with: names = [] } = options
  if (sarif.length + names.length === 0) return { ...review, resolution }
  const root = repositoryOf(cwd) ?? cwd
  const { files } = review.gathered
  const logs = readSarifFiles(sarif, { cwd, root })
  const programs = joinPrograms([logs, await runPrograms(skillet, { names, root, files })])
  const warnings = [...review.gathered.warnings, ...programs.notes]
  return { ...review, gathered: { ...review.gathered, programs, warnings }, resolution }
}

async function trusted(skillet: Skillet, { skills, failed, warnings }: SkillResolution): Promise<NamedSkills> {
  const states = await Promise.all(skills.map((skill) => trustOfFile(skillet, skill.path)))
  return {
    skills: skills.map((skill, at) => ({ ...skill, isTrusted: states[at]?.trust !== "remote" })),
    failed,
    warnings,
  }
}

/** Whether a path fits one of the patterns, in the style of .gitignore. */
function pathMatcher(patterns: readonly string[]): (file: string) => boolean {
  if (patterns.length === 0) return () => false
  const matcher = ignore().add([...patterns])
  return (file) => ignore.isPathValid(file) && matcher.ignores(file)
}
