import { compileSkill } from "../../tasks/skills/compile-skill.ts"
import type { SkillPiece } from "../../tasks/skills/skill-piece.ts"

/** What a skill tells an agent to do: an item of a numbered list or of a checklist, or a numbered heading. */
export interface SkillStep {
  /** From 1. */
  readonly number: number
  /** Its first line, without its mark. */
  readonly title: string
  /** Everything that belongs to it. */
  readonly text: string
}

/** A skill with more is a reference, not a procedure; the rest is reported as left out. */
const MOST = 200

/** The steps of a skill, from the same pieces as the checklist of a wake-up packet. */
export function findSteps(text: string): readonly SkillStep[] {
  const { pieces } = compileSkill(dropFrontmatter(text))
  const isStep = pieces.map(isCandidate)
  const hasSteps = findThoseAbove(pieces, isStep)
  return pieces
    .flatMap((piece, at) => (isStep[at] === true && hasSteps[at] !== true ? [toStep(pieces, piece, at)] : []))
    .slice(0, MOST)
    .map((step, at) => ({ number: at + 1, ...step }))
}

/** What Codex gives to its model is the whole file. */
function dropFrontmatter(text: string): string {
  return text.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, "")
}

function isCandidate({ kind, isProcess, stance }: SkillPiece): boolean {
  if (stance === "never" || stance === "warned") return false
  return isProcess ? kind === "item" || kind === "heading" : kind === "item" && stance === "boxes"
}

/** Which pieces have a step somewhere below them: then that one is the step. */
function findThoseAbove(pieces: readonly SkillPiece[], isStep: readonly boolean[]): readonly boolean[] {
  const above = pieces.map(() => false)
  for (const [at, piece] of pieces.entries())
    if (isStep[at] === true) for (let up = piece.under; up !== undefined; up = pieces[up]?.under) above[up] = true
  return above
}

function toStep(pieces: readonly SkillPiece[], piece: SkillPiece, at: number): Omit<SkillStep, "number"> {
  const below = pieces.filter((one, other) => other > at && isBelow(pieces, one, at))
  const own = stripMark(piece.text)
  return { title: own.split("\n")[0] ?? "", text: [own, ...below.map((one) => one.text)].join("\n") }
}

function isBelow(pieces: readonly SkillPiece[], piece: SkillPiece, top: number): boolean {
  for (let up = piece.under; up !== undefined && up >= top; up = pieces[up]?.under) if (up === top) return true
  return false
}

function stripMark(text: string): string {
  return text.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|\d{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?/, "")
}
