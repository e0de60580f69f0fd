import type { PatternMatch } from "../claims/pattern-match.ts"

/** How many further places a finding names. */
const MOST_NAMED = 10

/**
 * One match for each cause, in their order: the first that has it, which names the places of the others. Flows have the
 * same cause if the same input reaches several places, other weaknesses if the same code is written again in a file.
 * Matches that other readers see, or with another severity, are not folded: they would be hidden or be raised.
 */
export function foldCauses(matches: readonly PatternMatch[]): readonly PatternMatch[] {
  const groups = new Map<string, PatternMatch[]>()
  for (const match of matches) {
    const cause = identifyMatch(match)
    groups.set(cause, [...(groups.get(cause) ?? []), match])
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    return [others.length === 0 ? first : { ...first, description: nameOthers(first, others) }]
  })
}

function identifyMatch(match: PatternMatch): string {
  const { rule, severity, persona, file, evidence } = match
  const shared = [rule, severity, persona]
  const source = match.steps?.[0]
  if (source !== undefined) return JSON.stringify([...shared, source.file, source.line, source.column])
  if (match.category === SECURITY && !match.autoValidated)
    return JSON.stringify([...shared, file, evidence.replace(/\s+/g, " ")])
  return JSON.stringify([...shared, file, match.line, match.range])
}

const SECURITY = "Security"

function nameOthers({ description, steps }: PatternMatch, others: readonly PatternMatch[]): string {
  const places = [...new Set(others.map(({ file, line }) => `${file}:${line}`))]
  const named = places.slice(0, MOST_NAMED).join(", ")
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more places` : ""
  return `${description} ${steps === undefined ? "The same code is also at" : "The same input also reaches"} ${named}${more}.`
}
