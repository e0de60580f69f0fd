import path from "node:path"
import { readPacks, scanCode, type ScanRequest } from "@skillet/scan"
import ignore from "ignore"
import { saveFile } from "../../system/files/replace-file.ts"
import { openReader, type ReadBelow } from "../../system/files/read-below.ts"
import { type ReadBlob, readBlobs } from "../../system/git/read-blobs.ts"
import { encodeFileName } from "../../finding/file-name.ts"
import type { SkillResolution } from "../instructions/make-resolution-document.ts"
import { bundledPacks } from "../plan/review-patterns.ts"
import type { ProgramName } from "../programs/program-rows.ts"
import { type GatheredReview, gatherReview, type NamedSkills, type ReviewAsked } from "../gather-review.ts"
import { failReview } from "../fail-review.ts"
import { describeUnreadFile } from "../scope/unread-files.ts"
import { isInGit } from "../scope/project-versions.ts"
import type { ReviewScope } from "../scope/scope-entries.ts"
import { type Content, MOST_BYTES, type ScopeEntry } from "../scope/select-files.ts"
import { version } from "../../system/version.ts"
import { resolveSkills } from "./resolve/resolve-skills.ts"
import { findProject } from "../../system/find-project.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { findScope, type ScopeOptions } from "./find-scope.ts"
import { openProjectFiles } from "./project-files.ts"

export interface GatherOptions extends ReviewAsked, Pick<ScopeOptions, "paths" | "staged" | "diff"> {
  readonly cacheFolder?: string | undefined
  /** SARIF logs whose results become claims. */
  readonly sarif?: readonly string[] | undefined
  /** Programs to run, whose results become claims. */
  readonly with?: readonly ProgramName[] | undefined
  /** Called while files are searched. */
  readonly progress?: ScanRequest["progress"]
  /** The thread that scans, where it is not built beside us: a test from the sources passes one. */
  readonly scanWorker?: ScanRequest["worker"]
}

export interface AppReview extends GatheredReview {
  readonly resolution: SkillResolution
}

/** Plugs files, git, skills and threads into a review. */
export async function openReview(skillet: Session, options: GatherOptions): Promise<AppReview> {
  const { cwd, bundled } = skillet.around
  const env = skillet.options.env ?? process.env
  const packs = readPacks(bundledPacks.map((name) => ({ folder: path.join(bundled[0] ?? "", name), isTrusted: true })))
  const resolutions: SkillResolution[] = []
  const review = await gatherReview(options, {
    findScope: () => findScope({ cwd, env, ...options }),
    openProject: (scope) => openProjectFiles(scope, env),
    async resolveSkills(list, base) {
      const resolution = await resolveSkills(skillet, list, base)
      resolutions.push(resolution)
      return toNamedSkills(resolution)
    },
    readContents: (scope, wanted) => readContents(scope, wanted, env),
    pathMatcher,
    findBranch: (root) => findProject(root).branch,
    async scan({ files, beside, isChange }, ofSkills) {
      const patterns = [...packs.patterns, ...ofSkills]
      const { cacheFolder: folder, progress, scanWorker: worker } = options
      // A change has its own cache: otherwise each kind of review would forget what the other one found out.
      const root = isChange ? `${skillet.around.root} (change)` : skillet.around.root
      const cache = folder ? { folder, root, version, saveFile } : undefined
      return scanCode({ files, beside, isChange, patterns, progress, cache, worker }).catch(failReview)
    },
  })
  const [resolution = { skills: [], failed: [], warnings: [], notes: [] }] = resolutions
  const { sarif = [], with: names = [] } = options
  if (sarif.length + names.length === 0) return { ...review, resolution }
  const { collectProgramResults } = await import("./collect-program-results.ts")
  const { files } = review.gathered
  const programs = await collectProgramResults(skillet, { sarif, names, files })
  const warnings = [...review.gathered.warnings, ...programs.notes]
  return { ...review, gathered: { ...review.gathered, programs, warnings }, resolution }
}

function toNamedSkills({ skills, failed, notes }: SkillResolution): NamedSkills {
  return {
    skills: skills.map((skill) => ({ ...skill, isTrusted: skill.isTrusted === true })),
    failed,
    warnings: notes,
  }
}

/** Whether a path fits one of the patterns, in the style of .gitignore. */
function pathMatcher(patterns: readonly string[]): (file: string) => boolean {
  if (patterns.length === 0) return () => false
  const matcher = ignore().add([...patterns])
  return (file) => ignore.isPathValid(file) && matcher.ignores(file)
}

/**
 * Staged files and the end of a range are read from git by their ids; everything else from the working tree. Nothing is
 * written.
 */
export async function readContents(
  { root, change }: ReviewScope,
  entries: readonly ScopeEntry[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, Content>> {
  const fromGit = isInGit(change)
  const blobs = fromGit
    ? await readBlobs(
        root,
        entries.flatMap(({ blob }) => blob ?? []),
        { env, most: MOST_BYTES },
      )
    : new Map<string, ReadBlob>()
  const read = openReader(root)
  const readEntry = ({ path, blob }: ScopeEntry): ReadBelow | ReadBlob => {
    if (!fromGit) return read(encodeFileName(path), MOST_BYTES)
    return (blob === undefined ? undefined : blobs.get(blob)) ?? { kind: "missing" }
  }
  return new Map(entries.map((entry) => [entry.path, toContent(readEntry(entry))]))
}

function toContent(read: ReadBelow | ReadBlob): Content {
  return "bytes" in read ? read : { kind: "not-read", why: describeUnreadFile(read, MOST_BYTES) }
}
