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
  { flows, isChange, findLanguageId }: Finished,
): readonly UnreadFile[] {
  const byFile = new Map<string, Stopped[]>()
  for (const one of notCompleted) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one])
  return [...byFile].map(([file, stopped]) => ({
    path: file,
    why: [...describeSyntaxFaults(stopped), ...whyUnfinished(stopped.filter(isLimit), new Set(flows))].join("; "),
    isWanted: true,
    isChanged: isChange,
    ...(stopped.some(isLimit) ? {} : { language: findLanguageId(file), isUnparsed: true }),
  }))
}

interface Finished extends Pick<ScanReport, "flows"> {
  readonly isChange: boolean
  /** The language that a file is read as. */
  readonly findLanguageId: (path: string) => string | undefined
}

type Stopped = ScanReport["notCompleted"][number]

type AtLimit = Stopped & { readonly why: Exclude<Stopped["why"], "syntax"> }

function isLimit(stopped: Stopped): stopped is AtLimit {
  return stopped.why !== "syntax"
}

function describeSyntaxFaults(stopped: readonly Stopped[]): readonly string[] {
  return stopped.flatMap((one) => {
    const at = one.line === undefined ? "" : ` from line ${one.line}`
    return isLimit(one) ? [] : [`could not be parsed${at}, not fully checked`]
  })
}

/** Data flow is one analysis, so its rules are not listed; only if it ran out of steps do smaller functions help. */
function whyUnfinished(stopped: readonly AtLimit[], flows: ReadonlySet<string>): readonly string[] {
  if (stopped.length === 0) return []
  const limits = [...new Set(stopped.map(({ why }) => LIMITS[why]))].join(", ")
  if (stopped.some(({ rule }) => rule === "*")) return [`stopped because several rules did not finish: ${limits}`]
  const others = stopped.flatMap(({ rule }) => (flows.has(rule) ? [] : [rule]))
  if (others.length > 0) {
    const named = others.length === stopped.length ? others : [...others, DATA_FLOW]
    return [`${shortList(named)} did not finish: ${limits}`]
  }
  const next = stopped.every(({ why }) => why === "steps") ? "; to follow the rest, split its largest functions" : ""
  return [`input was not followed through all of its functions: ${limits}${next}`]
}

const LIMITS: Readonly<Record<AtLimit["why"], string>> = {
  time: "the time limit was reached (--no-cache tries again)",
  memory: "the memory limit was reached (--no-cache tries again)",
  steps: "the limit of steps was reached",
  depth: "the code is nested too deeply",
}

const DATA_FLOW = "the data-flow analysis"
const MOST_NAMED = 3

function shortList(rules: readonly string[]): string {
  const named = rules.slice(0, MOST_NAMED).join(", ")
  return rules.length <= MOST_NAMED ? named : `${named} and ${formatCount(rules.length - MOST_NAMED, "more rule")}`
}
