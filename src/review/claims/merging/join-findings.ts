import { compareByPlace } from "../../../finding/finding.ts"
import { personas } from "../../../finding/persona.ts"
import { compareConfidence, compareSeverity } from "../../../finding/severity.ts"
import { isProgramReviewer } from "../program-reviewer.ts"
import { PATTERNS, UNJUDGED } from "../read-matches.ts"
import type { Patch, ReviewFinding, Said } from "../review-finding.ts"

/**
 * One finding from several that are the same: the worst of them, with the longest description, the best fix, any proof,
 * and everyone's words. Our own finding represents the others: they can raise its severity and add to it, but change
 * neither its words nor its place.
 */
export function joinFindings(members: readonly ReviewFinding[]): ReviewFinding {
  const heard = heardByAll(members)
  const [first] = [...heard].sort(compareAsMain)
  if (first === undefined) throw new Error("nothing to join")
  const others = members.filter((one) => one !== first).sort(compareAsMain)
  if (others.length === 0) return first
  const all = [first, ...others]
  const patch = bestPatch(all)
  return {
    ...first,
    ...optional("proof", findFirst(all, "proof")),
    ...optional("fix", findFirst(all, "fix")),
    ...judgement(heard, all),
    ...optional("patch", patch),
    persona: widest(all),
    severity: heard.map(({ severity }) => severity).sort(compareSeverity)[0] ?? first.severity,
    description:
      first.isOwn === true
        ? first.description
        : all.reduce((longest, { description }) => longer(longest, description), ""),
    confidence: all.map(({ confidence }) => confidence).sort(compareConfidence)[0] ?? first.confidence,
    extras: Object.assign({}, ...all.map(({ extras }) => extras).reverse()),
    saidBy: distinct(members.flatMap((member) => describeSaid(member, first))),
    related: [...new Set(all.flatMap(({ related }) => related))],
  }
}

/**
 * What a judge said about one of them counts for all. One of our own is lowered only if all that speak for the group
 * are: what another reviewer reports, or another rule, and no judge refuted, holds.
 */
function judgement(
  heard: readonly ReviewFinding[],
  all: readonly ReviewFinding[],
): Pick<ReviewFinding, "verdict" | "reason" | "lowered"> {
  const isLowered = heard.every(({ lowered }) => lowered !== undefined)
  const open = isLowered ? all : all.filter(({ lowered }) => lowered === undefined)
  const judged = open.find((one) => one.verdict !== undefined && one.reason !== UNJUDGED) ?? open[0]
  const refuted = isLowered ? undefined : all.find(({ lowered }) => lowered !== undefined)?.lowered
  const told = judged?.reason ?? findFirst(open, "reason")
  const reasons = [
    ...(told === undefined ? [] : [told]),
    ...(refuted === undefined ? [] : [`a judge called what a rule found here invalid: ${refuted.reason}`]),
  ]
  return {
    ...optional("verdict", judged?.verdict ?? (refuted === undefined ? undefined : "valid")),
    ...optional("reason", reasons.length === 0 ? undefined : reasons.join("; ")),
    lowered: isLowered ? heard[0]?.lowered : undefined,
  }
}

/**
 * Of our own, those that the first readers see: what is only for more thorough ones neither speaks for the others nor
 * makes them worse, whether or not somebody else reports it too. Others' claims always count.
 */
function heardByAll(members: readonly ReviewFinding[]): readonly ReviewFinding[] {
  const first = widest(members.filter(({ isOwn }) => isOwn === true))
  return members.filter(
    ({ isOwn, persona }) => isOwn !== true || (persona === "regular" ? undefined : persona) === first,
  )
}

/** Shown to every persona that sees one of them. */
function widest(members: readonly ReviewFinding[]): ReviewFinding["persona"] {
  const first = personas.find((persona) => members.some((one) => (one.persona ?? "regular") === persona))
  return first === "regular" ? undefined : first
}

/** What a report shows after a title when several agents agree: `[2 agents]`, `[3+ agents]`. */
export function renderBadge(finding: ReviewFinding): string | undefined {
  const isAgent = (claimant: string) => claimant !== PATTERNS && !isProgramReviewer(claimant)
  const count = listClaimants(finding).filter(isAgent).length
  return count < 2 ? undefined : count === 2 ? "[2 agents]" : "[3+ agents]"
}

/** Everyone who reported it, each once. */
export function listClaimants({ saidBy }: ReviewFinding): readonly string[] {
  return [...new Set(saidBy.flatMap(({ agent }) => agent ?? []))]
}

/** Its own category first, then what others filed it under. */
export function listClaimCategories({ category, saidBy }: ReviewFinding): readonly string[] {
  return [...new Set([category, ...saidBy.map((said) => said.category ?? category)])]
}

/**
 * Ours represent the others, and of ours the one that shows the path of the data: a skill's pattern never takes its
 * place. Then the worst; among equals, a proven one, a more certain one, and one with fewer lines.
 */
function compareAsMain(a: ReviewFinding, b: ReviewFinding): number {
  return (
    Number(b.isOwn === true) - Number(a.isOwn === true) ||
    Number(hasSteps(b)) - Number(hasSteps(a)) ||
    compareSeverity(a.severity, b.severity) ||
    Number(b.proof !== undefined) - Number(a.proof !== undefined) ||
    compareConfidence(a.confidence, b.confidence) ||
    a.endLine - a.line - (b.endLine - b.line) ||
    compareByPlace(a, b)
  )
}

function hasSteps({ steps = [] }: ReviewFinding): boolean {
  return steps.length > 0
}

/** With its category, and its lines if the finding that represents it has others. */
function describeSaid({ category, saidBy, line, endLine }: ReviewFinding, main: ReviewFinding): readonly Said[] {
  const isElsewhere = line !== main.line || endLine !== main.endLine
  return saidBy.map((said) => {
    const lines = said.lines ?? (isElsewhere ? ([line, endLine] as const) : undefined)
    return { ...said, category: said.category ?? category, ...optional("lines", lines) }
  })
}

function distinct(said: readonly Said[]): readonly Said[] {
  return [...new Map(said.map((one) => [JSON.stringify(one), one])).values()]
}

/** A change that can be applied is better than a prompt for an agent; of two, the longer one says more. */
function bestPatch(members: readonly ReviewFinding[]): Patch | undefined {
  const patches = members.flatMap(({ patch }) => patch ?? [])
  const prompts = patches.filter((patch) => patch.kind === "prompt")
  return (
    patches.find(({ kind }) => kind === "diff") ??
    prompts.reduce<Patch | undefined>(
      (best, patch) => (best?.kind === "prompt" && best.prompt.length >= patch.prompt.length ? best : patch),
      undefined,
    )
  )
}

function findFirst<Key extends "proof" | "fix" | "reason">(members: readonly ReviewFinding[], key: Key) {
  return members.find((member) => member[key] !== undefined)?.[key]
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: Value })
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a
}
