import { sha256 } from "../../../../text/sha256.ts"
import type { ReviewFinding } from "../../review-finding.ts"
import type { TextLookup } from "./identify-finding.ts"

/**
 * Why a rule reports something: the rule, the code it matched, and every step of the data flow; white space does not
 * count. The same cause may be at several places. Agents' claims have none: their words are never the same twice.
 */
export function identifyCause(
  { isOwn, rule, file, line, endLine, steps = [] }: ReviewFinding,
  textOf: TextLookup,
): string | undefined {
  const text = textOf(file)
  if (isOwn !== true || text === undefined) return undefined
  const code = text.split("\n").slice(line - 1, endLine)
  const told = [rule, ...code.map(squeeze), ...steps.map((step) => `${step.role} ${squeeze(step.text)}`)]
  return sha256(JSON.stringify(told)).slice(0, LENGTH)
}

const LENGTH = 32

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
