import { judgeLabel, sayWithLabel } from "../../skill/body/judge-label.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { VERDICT } from "./add-blocks.ts"
import { fillSkillDirectory } from "./skill-directory.ts"
import type { CompiledSkill, SkillPiece } from "./skill-piece.ts"
import { CODE_FENCE, STRONGEST_SENTENCE, weighSentence } from "./weigh-sentence.ts"

/** What must be done or must never be done, as text. */
export interface Checklist {
  readonly text: string
  readonly tokens: number
  /** The room that is needed for the same entries. */
  readonly room: number
  /** How many of its entries did not fit. */
  readonly leftOut: number
}

/**
 * Only what must be observed: for a skill that applies in addition to another one. What is to be done or checked has
 * a box. What is forbidden says so: with "Never:" or below its own label. Everything else is quoted without a box, with
 * its label if it has one.
 */
export function extractChecklist({ pieces }: CompiledSkill, tokens: number, file = ""): Checklist {
  const entries = pieces.flatMap((piece, at) => readEntry(pieces, piece, at))
  const ranked = entries.map((entry, at) => ({ at, ...entry })).sort((a, b) => b.weight - a.weight || a.at - b.at)
  const chosen = new Set<number>()
  const labels = new Set<string>()
  let used = 0
  for (const { at, label, line } of ranked) {
    const cost = estimateTokens(line) + 1 + (label === "" || labels.has(label) ? 0 : estimateTokens(label) + 1)
    if (used + cost > tokens) continue
    used += cost
    chosen.add(at)
    labels.add(label)
  }
  const text = fillSkillDirectory(renderEntries(entries.filter((_, at) => chosen.has(at))), file)
  return { text, tokens: estimateTokens(text), room: used, leftOut: entries.length - chosen.size }
}

interface Entry {
  /** What is above the line; empty if the line says everything. */
  readonly label: string
  readonly line: string
  readonly weight: number
}

function readEntry(pieces: readonly SkillPiece[], piece: SkillPiece, at: number): readonly Entry[] {
  const { kind, text, stance } = piece
  if (kind === "item") {
    const item = stripItemMark(text)
    if (stance === "boxes") return [{ label: describeAbove(pieces, at), line: `- [ ] ${item}`, weight: 3 }]
    if (stance === "never") return [{ label: "", line: `- ${sayWithLabel(item, findLabel(pieces, at))}`, weight: 4 }]
    if (stance === "warned") return [{ label: describeAbove(pieces, at), line: `- ${item}`, weight: 2 }]
  }
  const isLaw = kind === "code" && weighSentence(text) > STRONGEST_SENTENCE
  if (isLaw) return [{ label: labelIfNegative(pieces, at), line: `- ${toLaw(text)}`, weight: 5 }]
  const isSentence = kind === "text" || (kind === "label" && SENTENCE.test(text) && !VERDICT.test(text))
  if (kind !== "item" && !isSentence) return []
  if (weighSentence(text) < STRONGEST_SENTENCE || text.includes(CODE_FENCE) || isFragment(text)) return []
  const label = kind === "item" ? describeAbove(pieces, at) : labelIfNegative(pieces, at)
  return [{ label, line: `- ${stripItemMark(text)}`, weight: 1 }]
}

/** One word, such as `**MANDATORY.**`, stresses a sentence beside it and says nothing alone. */
function isFragment(text: string): boolean {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).length < 2
}

const SENTENCE = /[.!?][*_"”)]*$/

function stripItemMark(text: string): string {
  return text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, "").replace(/\n(?=\S)/g, " ")
}

function toLaw(code: string): string {
  return code.split("\n").slice(1, -1).join(" ").trim()
}

function findLabel(pieces: readonly SkillPiece[], at: number): string {
  return pieces[pieces[at]?.under ?? -1]?.text ?? ""
}

/** The labels up to the nearest heading, and whatever is negative above that: `Red Flags: In a hurry:`. */
function describeAbove(pieces: readonly SkillPiece[], from: number): string {
  const labels: string[] = []
  let isOut = false
  for (let at = pieces[from]?.under; at !== undefined; at = pieces[at]?.under) {
    const piece = pieces[at]
    if (piece === undefined) break
    if (!isOut || isNegative(piece)) labels.unshift(toTitle(piece.text))
    isOut ||= piece.kind === "heading"
  }
  const label = labels.filter((one) => one !== "").join(": ")
  return label === "" ? "" : `${label}:`
}

function isNegative({ text }: SkillPiece): boolean {
  const stance = judgeLabel(text)
  return !text.startsWith("# ") && (stance === "warns" || stance === "forbids")
}

/** For a sentence that says what it means, a label is needed only if there is anything negative above it. */
function labelIfNegative(pieces: readonly SkillPiece[], from: number): string {
  for (let at = pieces[from]?.under; at !== undefined; at = pieces[at]?.under) {
    const piece = pieces[at]
    if (piece !== undefined && isNegative(piece)) return describeAbove(pieces, from)
  }
  return ""
}

function toTitle(label: string): string {
  return stripItemMark(label)
    .replace(/^#+ /, "")
    .replace(/\*\*|__/g, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/[.:：\s]+$/u, "")
}

function renderEntries(entries: readonly Entry[]): string {
  const lines: string[] = []
  let last = ""
  for (const { label, line } of new Map(entries.map((entry) => [`${entry.label}\n${entry.line}`, entry])).values()) {
    if (label !== last && label !== "") lines.push(label)
    else if (label !== last) lines.push("")
    lines.push(line)
    last = label
  }
  return lines.join("\n").trim()
}
