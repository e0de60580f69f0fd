import { runGit } from "../../adapters/git/run-git.ts"
import type { ReviewedChange } from "../../review/review-data.ts"
import type { ChangeAsked } from "../../review/scope/read-range.ts"
import { noCommit } from "../../review/review-failures.ts"
import { SkilletError } from "../../problem/failure.ts"

interface GitAt {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The change with its commits by their ids, so that everything that follows sees the same ones. */
export async function resolveChange(asked: ChangeAsked, at: GitAt): Promise<ReviewedChange> {
  switch (asked.kind) {
    case "not-a-range":
      throw noCommit(asked.text)
    case "staged":
      return { kind: "staged", base: await commitOf("HEAD", at) }
    case "work-tree":
      return { kind: "work-tree", base: await needCommit(asked.base, at) }
    case "commits": {
      const end = await needCommit(asked.end, at)
      const base = await needCommit(asked.base, at)
      return { kind: "commits", base: asked.sinceFork ? await forkOf(base, end, at) : base, end }
    }
  }
}

async function needCommit(name: string, at: GitAt): Promise<string> {
  const id = await commitOf(name, at)
  if (id === undefined) throw noCommit(name)
  return id
}

async function commitOf(name: string, at: GitAt): Promise<string | undefined> {
  return oneLine(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], at)
}

async function forkOf(base: string, end: string, at: GitAt): Promise<string> {
  const fork = await oneLine(["merge-base", base, end], at)
  if (fork === undefined) throw noCommit(`${base}...${end}`)
  return fork
}

/** Undefined where git says no, which it does without a word. */
async function oneLine(args: readonly string[], { root, env }: GitAt): Promise<string | undefined> {
  try {
    const line = (await runGit(root, args, { env })).trim()
    return /^[0-9a-f]{40,64}$/.test(line) ? line : undefined
  } catch (error) {
    if (error instanceof SkilletError && error.message !== "git is not installed") return undefined
    throw error
  }
}
