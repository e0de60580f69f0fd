import type { Commit, CommitResult } from "../../../run/store.ts"

/** All the simulator knows of what a commit is given and what it returns. */

/** What a store says where somebody else was faster. */
export function refusedAsMoved([commit]: readonly unknown[]): CommitResult {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [first] = (commit as Commit).runs
  return { kind: "moved", run: first?.run ?? "" }
}

export function kindOfResult(result: unknown): string {
  return typeof result === "object" && result !== null && "kind" in result ? String(result.kind) : typeof result
}
