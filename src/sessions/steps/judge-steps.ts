import type { Saying, SessionEvent, SkillUse, ToolCall } from "../session.ts"
import { type Anchor, type AnchorChoice, findAnchors } from "./find-anchors.ts"
import { fitsCommand, fitsFile, namesFile, readRunCommands, type RunCommand } from "./command-words.ts"
import { findDoubts } from "./find-doubts.ts"
import type { SkillStep } from "./find-steps.ts"

/** An event of the session or of one of its sub-agents, with the transcript that shows it. */
export type PlacedEvent = SessionEvent & { readonly file: string }

/**
 * Judges the steps of a skill by the tool calls after it was given.
 *
 * 1. A step is done only if a call is shown that does what it names, and that call did not fail.
 * 2. A step is not done only if it names something that a call would show, and everything that could have done it was read.
 * 3. Otherwise there is no evidence, whatever the agent says.
 */
export function judgeSteps(
  steps: readonly SkillStep[],
  events: readonly PlacedEvent[],
  gaps: readonly string[],
): readonly JudgedStep[] {
  const calls = events.filter(
    (event): event is PlacedEvent & (ToolCall | SkillUse) => event.kind === "call" || event.kind === "skill",
  )
  const sayings = events.filter((event): event is PlacedEvent & Saying => event.kind === "saying")
  const memory = new Map<string, ReturnType<typeof readRunCommands>>()
  const judged = steps.map((step) => judgeStep(step, { calls, sayings, gaps, memory }))
  return markReordered(judged)
}

export interface JudgedStep extends SkillStep {
  readonly verdict: "done" | "not-done" | "no-evidence"
  /** Why, in one sentence. */
  readonly why: string
  readonly evidence: readonly CallEvidence[]
  /** Where the agent says that it did a step that is not done. */
  readonly claim?: Place | undefined
  /** The number of an earlier step that was done only after this one. */
  readonly before?: number | undefined
  /** Whether a call could show it, and what was read does not say whether it was done. */
  readonly isOpen?: boolean | undefined
}

interface Place {
  readonly file: string
  readonly line: number
}

export interface CallEvidence extends Place {
  /** What the step names. */
  readonly for: string
  /** The command, or the tool with its file. */
  readonly shown: string
  readonly exit?: number | undefined
  readonly outcome: ToolCall["outcome"]
  /** Its position among all calls, for their order. */
  readonly position: number
}

interface Facts {
  readonly calls: readonly (PlacedEvent & (ToolCall | SkillUse))[]
  readonly sayings: readonly (PlacedEvent & Saying)[]
  readonly gaps: readonly string[]
  readonly memory: Map<string, ReturnType<typeof readRunCommands>>
}

function judgeStep(step: SkillStep, facts: Facts): JudgedStep {
  const choices = findAnchors(step.text)
  if (choices.length === 0)
    return {
      ...step,
      verdict: "no-evidence",
      why: "it names no command, file or skill that a call could show",
      evidence: [],
    }
  const found = choices.map((choice) => findBest(choice, facts, step))
  const evidence = found.flatMap(({ best }) => best ?? [])
  const missing = found.filter(({ best }) => best === undefined)
  const failed = found.filter(({ best, mayFail }) => best?.outcome === "failed" && !mayFail)
  if (missing.length === 0 && failed.length === 0) return settleDone(step, evidence)
  if (missing.length === 0) return settleMissing(step, { evidence, facts, why: describeFailed(failed) })
  const names = missing.map(({ choice }) => choice.map(({ text }) => `\`${text}\``).join(" or ")).join(", ")
  const why = `no call shows ${names}`
  const doubts = missing.flatMap(({ choice }) => findDoubts(choice, listCalls(facts)))
  const gap = CONDITION.test(step.title) ? "it depends on a condition" : (doubts[0] ?? facts.gaps[0])
  if (gap !== undefined)
    return { ...step, verdict: "no-evidence", why: `${why}; ${gap}`, evidence, isOpen: !CONDITION.test(step.title) }
  return settleMissing(step, { evidence, facts, why })
}

const CONDITION =
  /^(?:\*\*)?(?:if|when|unless|where|optional(?:ly)?|for each|otherwise|in case)\b|\boptional\b|\bif (?:needed|necessary|applicable|any|possible)\b/i

function settleDone(step: SkillStep, evidence: readonly CallEvidence[]): JudgedStep {
  const isUnsure = evidence.some(({ outcome }) => outcome === "unknown")
  if (isUnsure)
    return {
      ...step,
      verdict: "no-evidence",
      why: "the call is there, but the transcript does not show how this part of it ended",
      evidence,
      isOpen: true,
    }
  return { ...step, verdict: "done", why: "a call shows it", evidence }
}

interface Missing {
  readonly evidence: readonly CallEvidence[]
  readonly facts: Facts
  readonly why: string
}

function settleMissing(step: SkillStep, { evidence, facts, why }: Missing): JudgedStep {
  const claim = findClaim(step, facts.sayings)
  const place = claim === undefined ? undefined : { file: claim.file, line: claim.line }
  return { ...step, verdict: "not-done", why, evidence, claim: place }
}

function describeFailed(failed: readonly { readonly best?: CallEvidence | undefined }[]): string {
  const texts = failed.map(
    ({ best }) => `\`${best?.for}\` failed${best?.exit === undefined ? "" : ` with exit code ${best.exit}`}`,
  )
  return texts.join(", ")
}

/** The call that shows a choice best: one that went well, else one that failed. */
function findBest(choice: AnchorChoice, facts: Facts, step: SkillStep) {
  const mayFail = EXPECTS_FAILURE.test(step.text)
  const shown = facts.calls.flatMap((event, position) =>
    choice.flatMap((anchor) => showAnchor(anchor, event, facts).map((one) => ({ ...one, position }))),
  )
  const rank = { ok: 0, unknown: 1, failed: 2 } as const
  const best = [...shown].sort((a, b) => rank[a.outcome] - rank[b.outcome] || a.position - b.position)[0]
  return { choice, best, mayFail }
}

/** A step that wants to see a failure, as the first half of a test that is written first. "If it fails, stop" does not. */
const EXPECTS_FAILURE =
  /\b(?:verify|confirm|ensure|check|make sure|see|watch|expect\w*|should|must)\b(?:(?!\b(?:not?|never|if|whether|when)\b|n't)[^.;\n]){0,60}\bfail(?:s|ed|ing|ure)?\b|\bfailing test\b|\bred\b\s*(?:phase|:|→|->|[-–—])|^(?:\*\*)?red\b/im

function showAnchor(
  anchor: Anchor,
  event: PlacedEvent & (ToolCall | SkillUse),
  facts: Facts,
): readonly Omit<CallEvidence, "position">[] {
  if (!isShown(anchor, event, facts)) return []
  const { file, line } = event
  const outcome = readOutcome(anchor, event, facts)
  const shown =
    event.kind === "skill" ? `skill ${event.name}` : (event.command ?? `${event.tool} ${event.files.join(", ")}`)
  return [{ for: anchor.text, shown, file, line, outcome, exit: event.kind === "call" ? event.exit : undefined }]
}

/**
 * How the command that is named ended, as far as the line with it tells: one of several may be the one that failed, and
 * after `||` a line goes on whatever the first did.
 */
function readOutcome(anchor: Anchor, event: SkillUse | ToolCall, facts: Facts): ToolCall["outcome"] {
  if (anchor.kind !== "command" || event.kind !== "call" || event.command === undefined) return event.outcome
  const named = remember(event.command, facts).filter((one) => fitsCommand(one, anchor.words))
  if (event.outcome === "ok") return event.command.replaceAll(QUOTED, "").includes("||") ? "unknown" : "ok"
  return named.some(({ isLast }) => isLast) ? event.outcome : "unknown"
}

const QUOTED = /"[^"]*"|'[^']*'/g

function isShown(anchor: Anchor, event: SkillUse | ToolCall, facts: Facts): boolean {
  if (anchor.kind === "skill") return event.kind === "skill" && isSameSkill(event.name, anchor.text)
  if (event.kind !== "call") return false
  const commands = event.action === "run" ? remember(event.command ?? "", facts) : []
  if (anchor.kind === "command") return commands.some((one) => fitsCommand(one, anchor.words))
  const isOwn = event.files.some((path) => fitsFile(path, anchor.text))
  const writes = commands.some(
    (one) => one.writes.some((path) => namesFile(one, path, anchor.text)) || writesFile(one, anchor.text),
  )
  const names = commands.some((one) => one.words.some((word) => namesFile(one, word, anchor.text)))
  switch (anchor.touch) {
    case "write":
      return (isOwn && (event.action === "write" || event.action === "run")) || writes
    case "read":
      return isOwn || names
    case "any":
      return isOwn || writes || names
  }
}

/** Programs whose purpose is to write the files in their words. */
function writesFile(command: RunCommand, file: string): boolean {
  const { words } = command
  const [program = ""] = words
  const isEditing = /^(?:sed|perl)$/.test(program) && words.some((word) => word !== undefined && /^-\w*i/.test(word))
  if (!isEditing && !/^(?:tee|cp|mv|touch|install|truncate)$/.test(program)) return false
  return words.some((word, at) => at > 0 && namesFile(command, word, file))
}

function* listCalls(facts: Facts) {
  for (const event of facts.calls)
    if (event.kind === "call")
      yield { ...event, commands: event.action === "run" ? remember(event.command ?? "", facts) : [] }
}

function remember(command: string, { memory }: Facts): ReturnType<typeof readRunCommands> {
  const known = memory.get(command) ?? readRunCommands(command)
  memory.set(command, known)
  return known
}

export function isSameSkill(a: string, b: string): boolean {
  return a === b || a.endsWith(`:${b}`) || b.endsWith(`:${a}`)
}

const DONE =
  /\b(?:ran|run|wrote|written|updated|created|added|published|executed|read|checked|done|complete[d]?|finished|passed|all)\b|✅|\[x\]/i

const INTENDS =
  /\b(?:will|shall|should|would|could|must|going to|about to|need to|let me|let's|please|not|never|next|plan to|want to)\b|n't\b|\?$/i

/** Where the agent says that it did a step: in the words of the step, or by its number. */
function findClaim(step: SkillStep, sayings: readonly (PlacedEvent & Saying)[]): (PlacedEvent & Saying) | undefined {
  const names = findAnchors(step.text)
    .flat()
    .map(({ text }) => text)
  const number = new RegExp(`\\bstep ${step.number}\\b`, "i")
  return sayings.find(({ text }) =>
    text
      .split(/(?<=[.!?])\s+|\n/)
      .some(
        (sentence) =>
          DONE.test(sentence) &&
          !INTENDS.test(sentence) &&
          (names.some((name) => sentence.includes(name)) || number.test(sentence)),
      ),
  )
}

/** A done step that was done before an earlier one: the last call that shows each counts. */
function markReordered(steps: readonly JudgedStep[]): readonly JudgedStep[] {
  return steps.map((step, at) => {
    if (step.verdict !== "done") return step
    const own = Math.max(...step.evidence.map(({ position }) => position))
    const later = steps
      .slice(0, at)
      .find((one) => one.verdict === "done" && Math.min(...one.evidence.map(({ position }) => position)) > own)
    return later === undefined ? step : { ...step, before: later.number }
  })
}
