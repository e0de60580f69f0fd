import { compareSeverity } from "../finding/severity.ts"
import { categoryOf } from "../claims/categories.ts"
import type { PatternMatch } from "../analysis/pattern-match.ts"
import type { Gathered } from "./review-data.ts"

/** What an agent without a model answers in each step of a review. */
export function offlineAnswer(
  gathered: Gathered,
  asked: { readonly step: string; readonly item: string; readonly prompt: string },
): string {
  switch (asked.step) {
    case "thorough":
      return fenced(findingsOf(gathered, categoryOf(gathered.kind, asked.item)))
    case "validate":
      return fenced(idsIn(asked.prompt).map((id) => ({ id, verdict: "valid", reason: UNJUDGED })))
    default:
      return fenced([])
  }
}

const UNJUDGED = "the pattern matches; nobody judged the code around it"

/** The worst first: of a long answer only the beginning is taken. */
function findingsOf(gathered: Gathered, category: string): readonly object[] {
  return gathered.matches
    .filter((match) => match.category === category)
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(asFinding)
}

function asFinding(match: PatternMatch): object {
  const { rule, title, file, line, endLine, severity, description, evidence, fix, cwe } = match
  return {
    title,
    file,
    line,
    range: { start: line, end: endLine },
    severity,
    code: evidence.split("\n")[0],
    description: cwe === undefined ? description : `${description} (${cwe})`,
    pattern: rule,
    ...(fix === undefined ? {} : { fix_type: "prompt", fix_prompt: fix }),
  }
}

function idsIn(prompt: string): readonly string[] {
  return [...prompt.matchAll(/^(F\d+) \[/gm)].map((match) => match[1] ?? "")
}

function fenced(value: readonly object[]): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 1)}\n\`\`\``
}
