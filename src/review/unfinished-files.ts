import type { NotCompleted } from "../analysis/scan/retry-scan.ts"
import type { UnreadFile } from "./review-data.ts"

/** Files on which rules did not finish, one row each: they were read, but not checked completely. */
export function unfinishedFiles(notCompleted: readonly NotCompleted[], isChange: boolean): readonly UnreadFile[] {
  const byFile = new Map<string, string[]>()
  for (const { file, rule } of notCompleted) byFile.set(file, [...(byFile.get(file) ?? []), rule])
  return [...byFile].map(([file, rules]) => ({
    path: file,
    why: rules.includes("*") ? "stopped after several rules timed out" : `${shortList(rules)} timed out`,
    isWanted: true,
    isChanged: isChange,
  }))
}

const MOST_NAMED = 3

function shortList(rules: readonly string[]): string {
  const named = rules.slice(0, MOST_NAMED).join(", ")
  return rules.length <= MOST_NAMED ? named : `${named} and ${rules.length - MOST_NAMED} more rules`
}
