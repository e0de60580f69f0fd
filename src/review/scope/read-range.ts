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
  if (diff.trim() === "" || ends.some((one) => one.startsWith("-"))) return { kind: "not-a-range", text: diff }
  if (dots === undefined) return { kind: "work-tree", base }
  return { kind: "commits", base, end, sinceFork: dots === "..." }
}
