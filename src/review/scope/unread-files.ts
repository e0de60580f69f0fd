import { formatCount } from "../../text/format-count.ts"
import type { ScanReport } from "@skillet/scan"
import type { UnreadFile } from "../review-data.ts"

type NotRead =
  | { readonly kind: "too-large" | "link" | "not-a-file" | "missing" }
  | { readonly kind: "unreadable"; readonly message: string }

/** Why a file was not read, in words. */
export function describeUnreadFile(read: NotRead, most: number): string {
  switch (read.kind) {
    case "too-large":
      return `larger than ${most / 1024} KB`
    case "link":
      return "a symbolic link, which is not followed"
    case "not-a-file":
      return "it is not a regular file"
    case "missing":
      return "it does not exist"
    case "unreadable":
      return read.message
  }
}

/** Files on which rules did not finish, one row each: they were read, but not checked completely. */
export function listUnfinishedFiles(
  notCompleted: ScanReport["notCompleted"],
  { flows, isChange }: Pick<ScanReport, "flows"> & { readonly isChange: boolean },
): readonly UnreadFile[] {
  const byFile = new Map<string, string[]>()
  for (const { file, rule } of notCompleted) byFile.set(file, [...(byFile.get(file) ?? []), rule])
  return [...byFile].map(([file, rules]) => ({
    path: file,
    why: whyUnfinished(rules, new Set(flows)),
    isWanted: true,
    isChanged: isChange,
  }))
}

/** If only data flow is concerned, the rules do not matter: it is one analysis, and smaller functions let it finish. */
function whyUnfinished(rules: readonly string[], flows: ReadonlySet<string>): string {
  if (rules.includes("*")) return "stopped because several rules did not finish"
  if (rules.every((rule) => flows.has(rule))) return `${DATA_FLOW} did not finish; split its largest functions`
  const others = rules.filter((rule) => !flows.has(rule))
  const named = others.length === rules.length ? rules : [...others, DATA_FLOW]
  return `${shortList(named)} did not finish`
}

const DATA_FLOW = "the data-flow analysis"
const MOST_NAMED = 3

function shortList(rules: readonly string[]): string {
  const named = rules.slice(0, MOST_NAMED).join(", ")
  return rules.length <= MOST_NAMED ? named : `${named} and ${formatCount(rules.length - MOST_NAMED, "more rule")}`
}
