import type { ReviewedChange } from "../review-data.ts"
import { noCommit } from "../review-failures.ts"

/** Which change to review: staged changes, the working tree against a commit, or one commit against another. */
export type ChangeAsked =
  | { readonly kind: "staged" }
  | { readonly kind: "work-tree"; readonly base: string }
  | { readonly kind: "commits"; readonly base: string; readonly end: string; readonly sinceFork: boolean }
  | { readonly kind: "not-a-range"; readonly text: string }

/** Reads `main`, `main..topic`, `main...topic`; a missing end means HEAD, as in git. */
export function readRange(diff: string | undefined): ChangeAsked {
  if (diff === undefined) return { kind: "staged" }
  const [, from = diff, dots, to = ""] = /^(.*?)(\.{2,3})(.*)$/s.exec(diff) ?? []
  const ends = [from, to].map((end) => (end === "" ? "HEAD" : end))
  const [base = "HEAD", end = "HEAD"] = ends
  // Without any name, the variables of a CI job that should contain them are empty.
  const isNameless = diff.replaceAll(".", "").trim() === ""
  if (isNameless || ends.some((one) => one.startsWith("-"))) return { kind: "not-a-range", text: diff }
  if (dots === undefined) return { kind: "work-tree", base }
  return { kind: "commits", base, end, sinceFork: dots === "..." }
}

/** What git answers; undefined if it knows no such commit. */
export interface CommitNames {
  /** The id of a commit or branch. */
  id(name: string): Promise<string | undefined>
  /** The id of the commit in which two began to differ. */
  fork(base: string, end: string): Promise<string | undefined>
  /** Whether only the latest commits were fetched. */
  isShallow(): Promise<boolean>
}

/** The change with its commits by their ids, so that everything that follows sees the same ones. */
export async function resolveChange(asked: ChangeAsked, commits: CommitNames): Promise<ReviewedChange> {
  switch (asked.kind) {
    case "not-a-range":
      throw noCommit(asked.text)
    case "staged":
      // Before the first commit there is no base.
      return { kind: "staged", base: await commits.id("HEAD") }
    case "work-tree":
      return { kind: "work-tree", base: await needed(asked.base, commits.id(asked.base), commits) }
    case "commits": {
      const end = await needed(asked.end, commits.id(asked.end), commits)
      const base = await needed(asked.base, commits.id(asked.base), commits)
      if (!asked.sinceFork) return { kind: "commits", base, end }
      return { kind: "commits", base: await needed(`${base}...${end}`, commits.fork(base, end), commits), end }
    }
  }
}

async function needed(name: string, asked: Promise<string | undefined>, commits: CommitNames): Promise<string> {
  const id = await asked
  if (id === undefined) throw noCommit(name, await commits.isShallow())
  return id
}
