import fs from "node:fs"
import path from "node:path"
import { walkFiles } from "../../system/files/walk-files.ts"
import { isStartedInProject, isWithoutProgram } from "../../system/programs/find-program.ts"
import { runGit, runGitBytes } from "../../system/git/run-git.ts"
import { SkilletError } from "../../problem/failure.ts"
import { noFiles, noRepository } from "../review-failures.ts"
import { AGAINST, STAGED } from "../review-data.ts"
import { readChanges, readSubmodules, splitAtZero } from "../scope/read-changes.ts"
import { isInGit } from "../scope/project-versions.ts"
import { readDiff } from "../scope/read-diff.ts"
import { type CommitNames, readRange, resolveChange } from "../scope/read-range.ts"
import {
  toChangedEntries,
  toScopeEntries,
  isOutside,
  MOST_FILES,
  type ReviewScope,
  skippedFolders,
  warnTooManyFiles,
} from "../scope/scope-entries.ts"
import { listFoldersAbove } from "../../system/own-files.ts"

export interface ScopeOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: readonly string[]
  readonly staged?: boolean | undefined
  /** Compare with this commit or branch, or with a range `a..b`. */
  readonly diff?: string | undefined
}

export async function findScope(options: ScopeOptions): Promise<ReviewScope> {
  const root = findRepository(options.cwd)
  return options.staged === true || options.diff !== undefined
    ? changedScope(options, root)
    : wholeScope(options, root ?? options.cwd, root !== undefined)
}

/** The directory of the repository that a directory is in. */
export function findRepository(cwd: string): string | undefined {
  return listFoldersAbove(cwd).find((folder) => fs.existsSync(path.join(folder, ".git")))
}

const QUIET = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=dirty"]

async function changedScope(options: ScopeOptions, root: string | undefined): Promise<ReviewScope> {
  if (root === undefined) throw noRepository()
  const { env, diff: range } = options
  const change = await resolveChange(readRange(range), commitNames({ root, env }))
  const what = range === undefined ? ["--cached"] : [change.base, change.end].filter((one) => one !== undefined)
  const diff = (how: readonly string[]): Promise<Buffer> => {
    // A rename is a file removed and another added: all of the new one is under review.
    const args = ["diff", ...QUIET, "--no-renames", ...how, ...what, "--", ...options.paths]
    return runGitBytes(options.paths.length === 0 ? root : options.cwd, args, { env })
  }
  const changes = readChanges(await diff(["--raw", "-z", "--no-abbrev"]))
  const patch = await diff(["--patch", "--text", "--unified=3", "--src-prefix=a/", "--dst-prefix=b/"])
  return {
    root,
    about: range === undefined ? STAGED : `${AGAINST}${range}`,
    named: options.paths.map((one) => fromRoot(root, path.resolve(options.cwd, one))),
    entries: toChangedEntries(
      changes,
      readDiff(patch.toString("utf8")),
      isInGit(change) ? [] : await listUntracked(options, root),
    ),
    change,
    incomplete: [],
  }
}

/** New files that git does not know, by their paths from the root. */
async function listUntracked({ cwd, env, paths }: ScopeOptions, root: string): Promise<readonly Uint8Array[]> {
  const listed = ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ...paths]
  return splitAtZero(await runGitBytes(paths.length === 0 ? root : cwd, listed, { env })).slice(0, MOST_FILES)
}

async function wholeScope(
  { cwd, env, paths }: ScopeOptions,
  root: string,
  isRepository: boolean,
): Promise<ReviewScope> {
  const within = paths.length === 0 ? [cwd] : paths.map((one) => path.resolve(cwd, one))
  const missing = within.find((one) => !fs.existsSync(one))
  if (missing !== undefined) throw noFiles(`${path.relative(cwd, missing)} does not exist`)
  const outside = within.find((one) => isOutside(fromRoot(root, one)))
  if (outside !== undefined) throw noFiles(`${path.relative(cwd, outside)} is outside the project`)
  const found: Uint8Array[] = []
  for (const one of within)
    found.push(...(await listNames(one, { root, env }, isRepository)).slice(0, MOST_FILES + 1 - found.length))
  return {
    root,
    about: paths.length === 0 ? "the whole project" : paths.join(", "),
    named: within.map((one) => fromRoot(root, one)),
    entries: toScopeEntries(found.slice(0, MOST_FILES), isRepository ? await listSubmodules(root, env) : new Set()),
    incomplete: warnTooManyFiles(found.length),
  }
}

function fromRoot(root: string, at: string): string {
  return path.relative(root, at).split(path.sep).join("/")
}

/** Their paths from the root; git is asked only where a file names submodules. */
async function listSubmodules(root: string, env: ScopeOptions["env"]): Promise<ReadonlySet<string>> {
  if (!fs.existsSync(path.join(root, ".gitmodules"))) return new Set()
  return readSubmodules(await runGitBytes(root, ["ls-files", "-z", "--stage"], { env }))
}

/** Names relative to the root: files that git does not ignore; without git, everything that people write. */
async function listNames(at: string, { root, env }: GitAt, isRepository: boolean): Promise<readonly Uint8Array[]> {
  const before = fromRoot(root, at)
  const below = (name: Uint8Array): Uint8Array =>
    before === "" ? name : Buffer.concat([Buffer.from(`${before}/`), name])
  if (!fs.statSync(at).isDirectory()) return [Buffer.from(before)]
  if (isRepository) {
    try {
      const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
      return splitAtZero(await runGitBytes(at, listed, { env })).map(below)
    } catch (error) {
      if (!(error instanceof SkilletError) || isStartedInProject(error)) throw error
    }
  }
  return walkFiles(at, { without: skippedFolders, most: MOST_FILES + 1 }).map(below)
}

interface GitAt {
  readonly root: string
  readonly env: ScopeOptions["env"]
}

function commitNames(at: GitAt): CommitNames {
  return {
    id: (name) => oneLine(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], at),
    fork: (base, end) => oneLine(["merge-base", base, end], at),
    isShallow: async () => (await runGit(at.root, ["rev-parse", "--is-shallow-repository"], at)).startsWith("true"),
  }
}

/** Undefined if git fails; it gives no message. */
async function oneLine(args: readonly string[], { root, env }: GitAt): Promise<string | undefined> {
  try {
    return /^[0-9a-f]{40,64}$/.exec((await runGit(root, args, { env })).trim())?.[0]
  } catch (error) {
    if (error instanceof SkilletError && !isWithoutProgram(error)) return undefined
    throw error
  }
}
