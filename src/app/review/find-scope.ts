import fs from "node:fs"
import path from "node:path"
import { runGit } from "../../adapters/git/run-git.ts"
import { type FileDiff, readDiff } from "../../review/plan/read-diff.ts"
import { SkilletError } from "../../skill/failure.ts"

/** What is to be reviewed: files by their path from the root, with what changed in them where that is known. */
export interface Scope {
  readonly root: string
  readonly about: string
  readonly files: readonly { readonly path: string; readonly diff?: FileDiff }[]
  /** Files that are not in the working folder as they are in what was asked for. */
  readonly unlike?: readonly string[]
  /** What was asked for, as git names it: a commit, or nothing for what is staged. Absent: the working folder. */
  readonly revision?: string
}

export interface ScopeOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: readonly string[]
  readonly staged?: boolean
  /** Compare with this commit or branch, or with a range `a..b`. */
  readonly diff?: string
}

const SKIPPED = new Set([
  ".git",
  "node_modules",
  "dist",
  "build",
  "out",
  "coverage",
  "vendor",
  ".venv",
  "venv",
  "__pycache__",
  ".next",
  "target",
  ".skillet",
])
const MOST_FILES = 20_000

export async function findScope(options: ScopeOptions): Promise<Scope> {
  const root = await repositoryOf(options)
  if (options.staged === true || options.diff !== undefined) return changedScope(options, root)
  const within = options.paths.length === 0 ? [options.cwd] : options.paths.map((one) => path.resolve(options.cwd, one))
  const missing = within.find((one) => !fs.existsSync(one))
  if (missing !== undefined) throw noFiles(`${path.relative(options.cwd, missing)} is not there`)
  const base = root ?? options.cwd
  const found = new Set<string>()
  for (const one of within)
    for (const file of await filesUnder(one, root, options.env)) found.add(path.relative(base, file))
  const files = [...found].filter((file) => !file.startsWith("..")).sort()
  const about = options.paths.length === 0 ? "the whole project" : options.paths.join(", ")
  return { root: base, about, files: files.map((file) => ({ path: file.split(path.sep).join("/") })) }
}

async function changedScope(options: ScopeOptions, root: string | undefined): Promise<Scope> {
  if (root === undefined)
    throw new SkilletError("review.no-repository", "Not a git repository.", {
      retry: "no",
      next: "name the files to review",
    })
  const range = options.diff
  if (range?.startsWith("-") === true) throw noFiles(`"${range}" is no commit`)
  const what = range === undefined ? ["--cached"] : [range]
  const args = [
    "diff",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-relative",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--ignore-submodules=all",
    "-M",
    "--diff-filter=ACMR",
    ...what,
    "--",
    ...options.paths,
  ]
  const text = await runGit(options.paths.length === 0 ? root : options.cwd, args, { env: options.env })
  const files = readDiff(text).map((diff) => ({ path: diff.path, diff }))
  if (files.length === 0) {
    const message = range === undefined ? "No staged changes to review." : `Nothing changed against ${range}.`
    throw new SkilletError("review.nothing", message, { retry: "no", next: "name files, or another range with --diff" })
  }
  const revision = revisionOf(range)
  const unlike = new Set(revision === undefined ? [] : await unlikeWorkingFolder(root, revision, options))
  return {
    ...(revision === undefined ? {} : { revision }),
    root,
    about: range === undefined ? "staged changes" : `changes against ${range}`,
    files,
    unlike: files.map(({ path: name }) => name).filter((name) => unlike.has(name)),
  }
}

/** The end of a range; nothing, in git's way, for what is staged. */
function revisionOf(range: string | undefined): string | undefined {
  if (range === undefined) return ""
  const end = /\.{2,3}([^.].*)?$/.exec(range)
  return end === null ? undefined : (end[1] ?? "HEAD")
}

async function unlikeWorkingFolder(root: string, revision: string, { env }: ScopeOptions): Promise<readonly string[]> {
  const quiet = ["--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=all"]
  const against = revision === "" ? [] : [revision]
  return (await runGit(root, ["diff", "--name-only", "-z", ...quiet, ...against, "--"], { env })).split("\0")
}

function noFiles(why: string): SkilletError {
  return new SkilletError("review.no-files", `No valid files specified for review. ${why}`, {
    retry: "no",
    next: "name files or folders that are there",
  })
}

async function repositoryOf({ cwd }: ScopeOptions): Promise<string | undefined> {
  for (let at = cwd; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at
    if (at === path.dirname(at)) return undefined
  }
}

/** What git would not ignore, where git is there; otherwise every file outside the folders nobody writes in. */
async function filesUnder(at: string, root: string | undefined, env: ScopeOptions["env"]): Promise<readonly string[]> {
  if (fs.statSync(at).isFile()) return [at]
  if (root === undefined) return walk(at)
  try {
    const listed = await runGit(at, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { env })
    return listed
      .split("\0")
      .filter((file) => file !== "")
      .map((file) => path.join(at, file))
      .filter((file) => isFile(file))
  } catch (error) {
    if (error instanceof SkilletError) return walk(at)
    throw error
  }
}

function walk(folder: string): readonly string[] {
  const files: string[] = []
  const visit = (at: string): void => {
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      if (files.length >= MOST_FILES) return
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path.join(at, entry.name))
      else if (entry.isFile()) files.push(path.join(at, entry.name))
    }
  }
  visit(folder)
  return files
}

function isFile(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
}
