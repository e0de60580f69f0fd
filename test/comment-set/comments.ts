import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import type { ReviewFinding } from "../../src/review/claims/review-finding.ts"

/** What tools said about one change. */
export interface Change {
  readonly name: string
  readonly comments: readonly Comment[]
}

export interface Comment {
  /** Comments with the same one mean the same defect. */
  readonly problem: string
  readonly tool: string
  readonly text: string
}

const ROOT = path.resolve(import.meta.dirname, "../..")

/** Comments on invented changes, written before the code that merges was read. */
export function inventedChanges(set: "first" | "second"): readonly Change[] {
  const text = fs.readFileSync(path.join(ROOT, "bench/review/comments", `${set}.yaml`), "utf8")
  const changes = load(text) as readonly {
    readonly change: string
    readonly defects: readonly Readonly<Record<string, string>>[]
  }[]
  return changes.map(({ change, defects }) => ({
    name: change,
    comments: defects.flatMap((defect, at) =>
      Object.entries(defect).map(([tool, text]) => ({ problem: `p${at + 1}`, tool, text })),
    ),
  }))
}

/** Comments of several tools on public changes; they are not part of the project. Empty if they are not there. */
export function publicChanges(): readonly Change[] {
  const file = ["..", "../.."]
    .map((up) => path.resolve(ROOT, up, "shared/cases/review-comments.json"))
    .find((candidate) => fs.existsSync(candidate))
  if (file === undefined) return []
  const { changes } = JSON.parse(fs.readFileSync(file, "utf8")) as {
    readonly changes: readonly { readonly change: string; readonly comments: readonly Comment[] }[]
  }
  return changes.map(({ change, comments }) => ({ name: change, comments }))
}

/** As if all of them were about one line: only the words can tell them apart. */
export function findingsOf(comments: readonly Comment[], everyone?: string): readonly ReviewFinding[] {
  return comments.map(({ tool, text }, number) => ({
    id: `c${number}`,
    rule: tool,
    title: text,
    file: "a.ts",
    line: 1,
    endLine: 1,
    category: "bugs",
    severity: "major",
    confidence: "high",
    description: "",
    evidence: "",
    extras: {},
    saidBy: [{ agent: everyone ?? tool, round: "thorough", title: text, description: "", severity: "major" }],
    related: [],
    fingerprint: "",
  }))
}
