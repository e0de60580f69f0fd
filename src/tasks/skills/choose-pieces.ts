import { stem } from "../../text/stem.ts"
import type { SkillPiece } from "./skill-piece.ts"
import { weighSentence } from "./weigh-sentence.ts"

/**
 * The pieces of a skill that are worth the most for their tokens, with all that is above them. The items of a process
 * are chosen together, and examples only after everything else that fits.
 */
export function choosePieces(
  pieces: readonly SkillPiece[],
  { tokens, about }: { readonly tokens: number; readonly about: string },
): ReadonlySet<number> {
  const shown = new Set<number>()
  let left = tokens
  for (const { members } of rankChoices(pieces, stemWords(about))) {
    const added = new Set(members.flatMap((at) => collectUnshown(pieces, at, shown)))
    let price = 0
    for (const at of added) price += (pieces[at]?.tokens ?? 0) + JOINT
    if (price > left) continue
    for (const at of added) shown.add(at)
    left -= price
  }
  return shown
}

/** The line break before a piece, or two of them. */
const JOINT = 1

function collectUnshown(pieces: readonly SkillPiece[], from: number, shown: ReadonlySet<number>): readonly number[] {
  const found: number[] = []
  for (let at: number | undefined = from; at !== undefined && !shown.has(at); at = pieces[at]?.under) found.push(at)
  return found
}

/** Pieces that are shown together. */
interface Choice {
  readonly members: readonly number[]
  readonly worth: number
  readonly isExample: boolean
}

function rankChoices(pieces: readonly SkillPiece[], words: ReadonlySet<string>): readonly Choice[] {
  const judged = judgePieces(pieces, words)
  const blocks = new Map<number, number[]>()
  for (const [at, { kind, block, isProcess }] of pieces.entries()) {
    if (kind !== "item" && kind !== "row" && !isProcess) continue
    const members = blocks.get(block)
    if (members === undefined) blocks.set(block, [at])
    else members.push(at)
  }
  const weigh = (members: readonly number[], factor: number): Choice => ({
    members,
    worth: factor * measureWorth(pieces, judged, members),
    isExample: members.every((at) => judged[at]?.isExample === true),
  })
  const together = [...blocks.values()].map((members) =>
    weigh(members, pieces[members[0] ?? 0]?.isProcess === true ? PROCESS : 1),
  )
  const said = new Set<string>()
  const alone = pieces.flatMap(({ kind, isProcess, text, block }, at) => {
    const key = `${block} ${text}`
    const isRepeated = kind === "text" && said.has(key)
    said.add(key)
    if (isRepeated || isProcess || kind === "heading" || (kind === "label" && !SENTENCE.test(text))) return []
    return [weigh([at], kind === "item" || kind === "row" ? PART : 1)]
  })
  return [...together, ...alone].sort(
    (a, b) =>
      Number(a.isExample) - Number(b.isExample) || b.worth - a.worth || (a.members[0] ?? 0) - (b.members[0] ?? 0),
  )
}

/** What introduces something may also say something by itself. */
const SENTENCE = /[.!?][*_"”)]*$/

/** A process says more than the sum of its steps, a part of a list less. */
const PROCESS = 1.5
const PART = 0.85

function measureWorth(
  pieces: readonly SkillPiece[],
  judged: readonly JudgedPiece[],
  members: readonly number[],
): number {
  const label = pieces[pieces[members[0] ?? 0]?.under ?? -1]
  let [weight, cost] = [0, label?.kind === "label" ? label.tokens : 0]
  for (const at of members) {
    weight += judged[at]?.weight ?? 0
    cost += (pieces[at]?.tokens ?? 0) + JOINT
  }
  return weight / (cost + OVERHEAD)
}

/** So that a sentence is not preferred only because it is short. */
const OVERHEAD = 8

interface JudgedPiece {
  readonly weight: number
  readonly isExample: boolean
  readonly isAbout: boolean
  /** It is a step, or below one. */
  readonly isStep: boolean
}

/** Every piece comes after the one above it, so one pass is enough. */
function judgePieces(pieces: readonly SkillPiece[], words: ReadonlySet<string>): readonly JudgedPiece[] {
  const isAbout = (text: string) => [...stemWords(text)].some((word) => words.has(word))
  const judged: JudgedPiece[] = []
  for (const piece of pieces) {
    const above = piece.under === undefined ? undefined : judged[piece.under]
    const label = piece.under === undefined ? undefined : pieces[piece.under]
    const isStep = piece.isProcess || above?.isStep === true
    const isSection = above?.isAbout === true || (piece.kind === "heading" && isAbout(piece.text))
    const own = weighPiece(piece, label)
    const isPlainCode = piece.kind === "code" && own === 0
    const isExample =
      above?.isExample === true ||
      ((piece.kind === "heading" || piece.kind === "label") && EXAMPLE.test(piece.text)) ||
      (isPlainCode && !isSection && !isStep)
    const about = (isSection ? (isPlainCode ? countLines(piece.text) * COMMAND : 2) : 0) + (isAbout(piece.text) ? 1 : 0)
    judged.push({
      weight: own + ANY_SENTENCE + about + (isStep && !isPlainCode ? STEP : 0),
      isExample,
      isAbout: isSection,
      isStep,
    })
  }
  return judged
}

/** A sentence without any sign of a rule may still be one. */
const ANY_SENTENCE = 0.7
const STEP = 0.5
/** Commands are what a section about the task is read for; those of other sections are mostly examples. */
const COMMAND = 1.5
const EXAMPLE = /\bexamples?\b|\bfor instance\b|\bsamples?\b|示例|例子|例:|예시/i

/** An item is at least as important as the label above it makes it. */
function weighPiece({ kind, text, stance }: SkillPiece, label: SkillPiece | undefined): number {
  const strongLabel = label?.kind === "label" && weighSentence(label.text) >= STRONG ? STRONG : 0
  if (kind === "code") return weighCode(text) || strongLabel
  if (kind === "quote" && /^<[A-Z][A-Z_-]+>/.test(text)) return TAGGED
  const own = kind === "heading" ? HEADING : weighSentence(text)
  if (stance === "never" || stance === "warned" || stance === "boxes") return Math.max(own, STRONG)
  if (kind === "text" && own >= STRONG) return own + OWN_SENTENCE
  return label?.kind === "label" && kind !== "row" ? Math.max(own, weighSentence(label.text)) : own
}

/** A rule that is not one of a list is said nowhere else. */
const OWN_SENTENCE = 1

const STRONG = 3
const HEADING = 2
/** `<HARD-GATE>` and the like: nothing in a skill matters more. */
const TAGGED = 8

/** Steps that are written as code are a process, too. */
function weighCode(text: string): number {
  const law = weighSentence(text)
  if (law > 0) return law
  const steps = /^\s*(?:`{3,}|~{3,})\s*(?:text|markdown|md)?\s*\n/.test(text) ? text.match(/^\s*\d+[.)] \S/gm) : null
  return (steps?.length ?? 0) > 1 ? STRONG * (steps?.length ?? 0) : 0
}

function countLines(code: string): number {
  return Math.min(MOST_LINES, code.split("\n").filter((line) => line.trim() !== "").length - 2)
}

const MOST_LINES = 10

function stemWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !PLAIN.has(word)).map(stem))
}

/** Words that say nothing about the subject of a text. */
const PLAIN = new Set(
  "the and for with from into that this then than what when all any its our your are was not".split(" "),
)
