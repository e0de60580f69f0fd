import { estimateTokens } from "../../text/estimate-tokens.ts"
import { choosePieces } from "./choose-pieces.ts"
import { compileSkill } from "./compile-skill.ts"
import { renderPieces } from "./render-pieces.ts"
import { fillSkillDirectory } from "./skill-directory.ts"
import type { CompiledSkill, SkillPiece } from "./skill-piece.ts"

export interface FittedSkill {
  readonly text: string
  readonly tokens: number
  /** The headings of what was cut or left out. */
  readonly leftOut: readonly string[]
}

/** What a skill is cut for, and where the rest of it can be read. */
export interface SkillFit {
  readonly tokens: number
  /** The task, whose words decide which sections matter. */
  readonly about: string
  readonly file: string
}

/**
 * As much of a skill as fits: all of it if possible. Otherwise the pieces that say the most per token, each with the
 * headings and labels above it, and whole: no half process, code or table row.
 */
export function fitSkill(skill: CompiledSkill, body: string, fit: SkillFit): FittedSkill {
  const filled = fillSkillDirectory(body, fit.file)
  const { tokens, pieces } = filled === body ? skill : compileSkill(filled)
  if (tokens <= fit.tokens) return { text: filled.trim(), tokens, leftOut: [] }
  for (let room = fit.tokens - RESERVE; room > 0; ) {
    const shown = choosePieces(pieces, { tokens: room, about: fit.about })
    if (shown.size === 0) break
    const leftOut = listLeftOut(pieces, shown)
    const text = `${renderPieces(pieces, shown)}\n\n${renderNote(leftOut, fit.file)}`
    const cost = estimateTokens(text)
    if (cost <= fit.tokens) return { text, tokens: cost, leftOut }
    room -= Math.max(8, cost - fit.tokens)
  }
  const note = `[It does not fit here. Read it first: ${fit.file}]`
  return { text: note, tokens: estimateTokens(note), leftOut: ["all of it"] }
}

/** For the note that says what was left out. */
const RESERVE = 50

/** The headings below which something is not shown. */
function listLeftOut(pieces: readonly SkillPiece[], shown: ReadonlySet<number>): readonly string[] {
  const names = new Set<string>()
  for (const [at, { kind }] of pieces.entries())
    if (kind !== "heading" && !shown.has(at)) names.add(findHeading(pieces, at))
  return [...names]
}

function findHeading(pieces: readonly SkillPiece[], from: number): string {
  let at: number | undefined = from
  while (at !== undefined && pieces[at]?.kind !== "heading") at = pieces[at]?.under
  return at === undefined ? "the beginning" : (pieces[at]?.text ?? "").replace(/^#+ /, "")
}

function renderNote(leftOut: readonly string[], file: string): string {
  const names = leftOut.slice(0, 6).map((name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name))
  return `[Shortened. Left out in part: ${names.join(", ")}${leftOut.length > 6 ? ", …" : ""}. Whole text: ${file}]`
}

/** The longest beginning of a text, in whole lines if possible, that costs at most this many tokens. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  let [least, most] = [0, Math.min(text.length, tokens * 8)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens) least = middle
    else most = middle - 1
  }
  const head = text.slice(0, least)
  const line = head.lastIndexOf("\n")
  return (line > head.length / 2 ? head.slice(0, line) : head).trimEnd()
}
