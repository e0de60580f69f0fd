import type { FileProblem } from "../../../problem/problem.ts"
import { skillProblem } from "../../problems.ts"
import type { FocusArea } from "./focus-areas.ts"
import type { Methodology } from "./methodology.ts"
import { nameLines } from "./name-lines.ts"
import type { ZonedPart } from "./assign-zones.ts"

/** The parts of a skill that were used. */
interface ReadSkill {
  readonly isMethod: boolean
  readonly focusAreas: readonly FocusArea[]
  readonly falsePositiveRules: readonly string[]
  readonly priorityFiles: { readonly notes: readonly string[] }
  readonly methodology: Methodology | null
}

/**
 * Bullets and tables that did not become a check, rule, note, step or question, and whose lines no other problem names. A
 * skill may have such lists; its author sees here which they are.
 */
export function reportUnreadParts(
  parts: readonly ZonedPart[],
  skill: ReadSkill,
  named: ReadonlySet<number | undefined>,
): readonly FileProblem[] {
  const isSaid = whatIsSaid(skill)
  const found: { readonly title: string; readonly lines: number[] }[] = []
  let title = ""
  for (const part of parts) {
    if (part.kind === "heading" || part.kind === "label") title = part.text
    if (part.zone === "ignored" || named.has(part.line)) continue
    // In a section on patterns, anything that is not a pattern has its own problem.
    if (part.zone === "patterns" && !skill.isMethod) continue
    if (part.kind !== "table" && (part.kind !== "item" || isSaid(part.text))) continue
    const last = found.at(-1)
    if (last?.title === title) last.lines.push(part.line)
    else found.push({ title, lines: [part.line] })
  }
  return found.map(unreadProblem)
}

function whatIsSaid({ focusAreas, falsePositiveRules, priorityFiles, methodology }: ReadSkill) {
  const { steps = [], questions = [], approach, mindset } = methodology ?? {}
  const checks = focusAreas.flatMap((area) => area.checks.map(({ text }) => text))
  const said = new Set([...checks, ...falsePositiveRules, ...priorityFiles.notes, ...steps, ...questions])
  return (text: string) => said.has(text) || approach?.includes(text) === true || mindset?.includes(text) === true
}

function unreadProblem({ title, lines }: { readonly title: string; readonly lines: readonly number[] }): FileProblem {
  const where = title === "" ? "" : ` under "${title}"`
  const what = lines.length === 1 ? "an item" : `${lines.length} items`
  const message = `${what}${where} ${lines.length === 1 ? "is" : "are"} not used by reviews: ${nameLines(lines)}`
  const fix = "put checks below a line such as **Name (Major):**, and steps of a method into a numbered list"
  return skillProblem("review.unread-item", { line: lines[0] ?? 1 }, { message, fix })
}
