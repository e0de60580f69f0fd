import { editLines } from "../header/edit-lines.ts"
import { readSkill, type SkillText } from "../read-skill.ts"

export interface FixedText {
  readonly text: string
  /** The codes of the problems that are gone. */
  readonly fixed: readonly string[]
}

/**
 * Mends what can be mended without changing what the skill says: the repaired lines are written out properly. Gives
 * undefined when nothing can be; the result was read again and means the same.
 */
export function fixSkill(text: string): FixedText | undefined {
  const before = readSkill(text)
  if (before.kind === "refused" || before.problems.length === 0) return undefined
  const fixed =
    before.skill.fence === "repaired" ? fenceAgain(text, before.skill) : editInPlace(withoutBom(text), before.skill)
  if (fixed === text) return undefined
  const after = readSkill(fixed)
  if (after.kind === "refused" || !saysTheSame(before.skill, after.skill)) return undefined
  const left = new Map<string, number>()
  for (const { code } of after.problems) left.set(code, (left.get(code) ?? 0) + 1)
  const gone = before.problems.map(({ code }) => code).filter((code) => take(left, code))
  return gone.length === 0 ? undefined : { text: fixed, fixed: gone }
}

function take(left: Map<string, number>, code: string): boolean {
  const count = left.get(code) ?? 0
  if (count === 0) return true
  left.set(code, count - 1)
  return false
}

function editInPlace(text: string, skill: SkillText): string {
  return editLines(text.split(/\r\n|\n|\r/), skill.edits, 1).join(endingOf(text))
}

/** Where the fences themselves are wrong, they are written anew around the same lines. */
function fenceAgain(text: string, skill: SkillText): string {
  const header = editLines(skill.block.split("\n"), skill.edits, skill.blockLine)
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
  return ["---", ...header.split("\n"), "---", ...skill.body.split("\n")].join(endingOf(text))
}

function endingOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n"
}

function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text
}

function saysTheSame(one: SkillText, other: SkillText): boolean {
  return JSON.stringify(meaning(one)) === JSON.stringify(meaning(other))
}

function meaning(skill: SkillText) {
  const sorted = (map: object) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  return { header: sorted(skill.header), unknown: sorted(skill.unknown), body: skill.body.trim() }
}
