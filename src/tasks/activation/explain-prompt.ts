import type { ListingEntry } from "../../catalog/listing/entry-line.ts"
import type { HostId } from "../../hosts/profile.ts"
import type { ActivationSettings } from "../../settings/activation-settings.ts"

/**
 * What a prompt would do with a skill. not-found: the agent does not find it. unusable: it finds it, and its model may
 * not use it. left-out: its listing leaves it out, or shows its name only, or cuts off what fits. no-words: nothing that
 * it says about itself fits. outranked: others fit better. below: it fits best, and is worth too little for the hook.
 * offered: it is listed, and fits best.
 */
export type PromptFate = "not-found" | "unusable" | "left-out" | "no-words" | "outranked" | "below" | "offered"

export interface PromptFacts {
  readonly host: HostId
  /** How the agent answers for the name, in a sentence. */
  readonly seen: string
  /** The copy that the agent would use; undefined if it finds none. */
  readonly skill?: PromptSkill | undefined
  /** Its entry in the listing. */
  readonly entry?: ListingEntry | undefined
  /** The size of the listing and its limit, in words. */
  readonly listing: string
  /** The skills that fit by their words, best first. */
  readonly ranked: readonly PromptRank[]
  /** How many were compared. */
  readonly among: number
  readonly settings: ActivationSettings
  /** The rule of its own that fits the prompt. */
  readonly rule?: string | undefined
}

export interface PromptSkill {
  readonly ref: string
  readonly path: string
  readonly isForModel: boolean
  readonly status: string
  readonly reason?: string | undefined
}

export interface PromptRank {
  readonly ref: string
  readonly path: string
  readonly worth: number
  readonly words: readonly string[]
}

/** The first thing that prevents a skill from being chosen, and whose file proves it. */
export interface PromptVerdict {
  readonly fate: PromptFate
  readonly answer: string
  /** The skill whose text proves it, and the words to look for there. */
  readonly proof?: { readonly path: string; readonly words: readonly string[] } | undefined
}

export function explainPrompt(facts: PromptFacts): PromptVerdict {
  const { skill, entry, ranked, among, settings } = facts
  if (skill === undefined) return { fate: "not-found", answer: facts.seen }
  const { path } = skill
  if (!skill.isForModel)
    return { fate: "unusable", answer: `${skill.status}: ${skill.reason ?? ""}`, proof: { path, words: [] } }
  const at = ranked.findIndex((one) => one.path === path)
  const own = ranked[at]
  const lack = explainListing(entry, own?.words ?? [])
  if (lack !== undefined)
    return { fate: "left-out", answer: `${lack} (${facts.listing})`, proof: { path, words: own?.words ?? [] } }
  if (facts.rule !== undefined)
    return { fate: "offered", answer: `its own rule fits: ${facts.rule}`, proof: { path, words: [facts.rule] } }
  if (own === undefined)
    return {
      fate: "no-words",
      answer: `nothing that it says about itself fits${nameBest(ranked)}`,
      proof: { path, words: [] },
    }
  if (at > 0) {
    const first = ranked[0] ?? own
    const answer = `${ordinal(at + 1)} of ${among}: ${weigh(first)} fits better than ${weigh(own)}`
    return { fate: "outranked", answer, proof: { path: first.path, words: first.words } }
  }
  const proof = { path, words: own.words }
  if (own.worth < settings.least)
    return {
      fate: "below",
      answer: `best of ${among}, but ${weigh(own)} is under activation.least, ${settings.least}`,
      proof,
    }
  return { fate: "offered", answer: `listed, and best of ${among}: ${weigh(own)}`, proof }
}

/** What the listing withholds from the model that it would need to choose the skill. */
function explainListing(entry: ListingEntry | undefined, words: readonly string[]): string | undefined {
  if (entry === undefined || entry.state === "missing") return "its listing leaves it out"
  if (entry.state === "bare") return "its listing has its name only"
  if (entry.state !== "cut" || words.length === 0) return undefined
  const shown = `${entry.shown} ${entry.text ?? ""}`.toLowerCase()
  const isShown = words.some((word) => shown.includes(word.toLowerCase()))
  return isShown ? undefined : `its listing cuts off what fits (${words.join(", ")})`
}

function nameBest([first]: readonly PromptRank[]): string {
  return first === undefined ? ", nor does any other skill" : `; ${weigh(first)} fits best`
}

function weigh({ ref, worth, words }: PromptRank): string {
  return `${ref} (${worth.toFixed(2)} by ${words.join(", ")})`
}

function ordinal(number: number): string {
  const ending = number % 10 > 3 || number % 10 === 0 || (number % 100 > 10 && number % 100 < 14)
  return `${number}${ending ? "th" : (["st", "nd", "rd"][(number % 10) - 1] ?? "th")}`
}

/** The line of a text that has most of these words, or the one with the description; lines count from 1. */
export function findProofLine(
  text: string,
  words: readonly string[],
): { readonly line: number; readonly text: string } {
  const lines = text.split(/\r?\n/)
  const wanted = words.map((word) => word.toLowerCase())
  let best = { line: Math.max(1, lines.findIndex((line) => /^description:/i.test(line)) + 1), hits: 0 }
  for (const [at, line] of lines.entries()) {
    const lower = line.toLowerCase()
    const hits = wanted.filter((word) => lower.includes(word)).length
    if (hits > best.hits) best = { line: at + 1, hits }
  }
  return { line: best.line, text: (lines[best.line - 1] ?? "").trim() }
}
