import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { OUTPUT_FOLDER } from "../../directive/commands.ts"
import { findProject } from "../../../system/find-project.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { runGitBytes } from "../../../system/git/run-git.ts"

/**
 * The state of a checkout at one moment: a tree and an index of our own, whose objects are in a directory of ours.
 * Neither the user's index nor the objects of the repository change, and no reference is made there.
 */
export interface CheckoutMoment {
  readonly at: number
  readonly directory: string
  readonly tree: string
  /** The file name of the index in the directory of moments. */
  readonly index: string
  /** Files whose content is not recorded, with what shows that they change. */
  readonly large: Readonly<Record<string, string>>
}

interface Looking {
  /** Where moments are kept. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface SeenMoment {
  readonly moment: CheckoutMoment
  /** The sizes of the files that were found changed since the moment before. */
  readonly sizes: ReadonlyMap<string, number>
}

/** The content of a larger file is not recorded. */
const MOST_FILE = 512 * 1024
const MOST_FILES = 2000
const MOST_INDEX = 32 * 1024 * 1024
/** For one call of git. */
const MOST_TIME = 2000

/** Records how a checkout is now. Ignored files, and repositories inside it, are not looked at. */
export async function lookAtCheckout(
  { folder, env }: Looking,
  directory: string,
  before?: CheckoutMoment,
): Promise<SeenMoment> {
  const index = `index-${randomBytes(6).toString("hex")}`
  copyIndex(before === undefined ? locateIndex(directory) : path.join(folder, before.index), path.join(folder, index))
  const git = openGit({ folder, env }, directory, index)
  const listed = await git(["ls-files", "-z", "-m", "-o", "-d", "--exclude-standard"])
  const { small, large, sizes } = measureFiles(directory, new Set(listed.toString("utf8").split("\0")))
  if (sizes.size > MOST_FILES || small.length > MOST_FILES)
    throw tooMuch(`more than ${MOST_FILES} files differ from the state that was recorded before`)
  if (small.length > 0)
    await git(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], `${small.join("\0")}\0`)
  const isSame = before !== undefined && small.length === 0
  const tree = isSame ? before.tree : (await git(["write-tree", "--missing-ok"])).toString("utf8").trim()
  return { moment: { at: Date.now(), directory, tree, index, large }, sizes }
}

/** What git says about two moments of one directory. */
export async function compareTrees(looking: Looking, one: CheckoutMoment, other: CheckoutMoment) {
  const git = openGit(looking, other.directory, other.index)
  const compare = ["diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"]
  if (one.tree === other.tree) return { listed: "", patch: "" }
  const listed = (await git([...compare, "--raw", "--numstat", "-z", one.tree, other.tree])).toString("utf8")
  return { listed, patch: (await git([...compare, "-p", one.tree, other.tree])).toString("utf8") }
}

interface MeasuredFiles {
  /** Files that are recorded, those that are gone included. */
  readonly small: readonly string[]
  readonly large: CheckoutMoment["large"]
  readonly sizes: ReadonlyMap<string, number>
}

/** Neither the outputs of our steps, nor other repositories, nor pipes and devices. */
function measureFiles(directory: string, names: ReadonlySet<string>): MeasuredFiles {
  const sizes = new Map<string, number>()
  const large: Record<string, string> = {}
  const small: string[] = []
  for (const name of names) {
    if (name === "" || name.endsWith("/") || name.startsWith(`${OUTPUT_FOLDER}/`)) continue
    const stat = fs.lstatSync(path.join(directory, name), { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isFile() && !stat.isSymbolicLink() && !stat.isDirectory()) continue
    if (stat !== undefined) sizes.set(name, stat.size)
    if (stat?.isFile() === true && stat.size > MOST_FILE) large[name] = `${stat.size} ${stat.mtimeMs}`
    else small.push(name)
  }
  return { small, large, sizes }
}

function openGit({ folder, env }: Looking, directory: string, index: string) {
  const objects = path.join(folder, "objects")
  makeDirectory(objects, 0o700)
  const { project } = findProject(directory)
  const places = {
    GIT_INDEX_FILE: path.join(folder, index),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(path.join(project, "objects")),
  }
  return (args: readonly string[], input?: string) =>
    runGitBytes(directory, args, { env, input, places, milliseconds: MOST_TIME })
}

/**
 * A repository without a commit may have no index yet. The copy is not younger than the index, because git trusts an
 * entry only if the index is younger than the file.
 */
function copyIndex(from: string | undefined, to: string): void {
  const stat = from === undefined ? undefined : fs.statSync(from, { throwIfNoEntry: false })
  if (from === undefined || stat === undefined) return
  if (stat.size > MOST_INDEX) throw tooMuch("the checkout has too many files")
  fs.copyFileSync(from, to)
  fs.chmodSync(to, 0o600)
  const written = Math.floor(stat.mtimeMs) / 1000
  fs.utimesSync(to, written, written)
}

function locateIndex(directory: string): string | undefined {
  const { gitFolder } = findProject(directory)
  return gitFolder === undefined ? undefined : path.join(gitFolder, "index")
}

function tooMuch(why: string): SkilletError {
  return new SkilletError("run.changes-not-recorded", why, { retry: "no", next: "use git to see what changed" })
}
