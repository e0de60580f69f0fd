import { SkilletError } from "../../../problem/failure.ts"
import { runGit } from "../../../system/git/run-git.ts"
import type { ProjectAndBranch } from "../../../system/find-project.ts"

/** What machines can compare about a project, wherever it is. */
export interface Checkout {
  /** The same for all clones of a repository: its first commit. Without any commit it is the path. */
  readonly identity: string
  /** The commit it is at; absent if tracked files were changed, because those changes are nowhere else. */
  readonly commit?: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

export async function describeCheckout(
  { project, top, gitFolder }: Pick<ProjectAndBranch, "project" | "top" | "gitFolder">,
  env: Env,
): Promise<Checkout> {
  if (gitFolder === undefined) return { identity: project }
  const roots = await askGit(top, ["rev-list", "--max-parents=0", "HEAD"], env)
  const [first] = (roots ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .sort()
  return first === undefined
    ? { identity: project }
    : { identity: `commit ${first}`, commit: await findCommit(top, env) }
}

/** The commit of a directory whose tracked files are all as they were committed. */
export async function findCommit(top: string, env: Env): Promise<string | undefined> {
  const changed = await askGit(top, ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=none"], env)
  return changed === "" ? (await askGit(top, ["rev-parse", "HEAD"], env))?.trim() : undefined
}

/** A repository without commits has no answers. */
async function askGit(top: string, words: readonly string[], env: Env): Promise<string | undefined> {
  try {
    return await runGit(top, words, { env })
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}
