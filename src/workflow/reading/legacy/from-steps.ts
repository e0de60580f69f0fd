import type { Action, DispatchStep, GateStep, Step } from "../../workflow.ts"
import { END, type Next } from "../../outcome.ts"
import { REVIEW_LIMIT } from "../../review-policy.ts"
import type { LegacyReading, LegacySteps } from "./legacy-forms.ts"
import {
  readLegacyActions,
  readLegacyAsk,
  capLoops,
  type Loose,
  toLooseMap,
  toLooseText,
  addNote,
  type Notes,
  readLegacyParams,
  readLegacyRole,
  tellUnknown,
} from "./legacy-values.ts"

/** Numbered steps, with or without routing, and gates under the numbers between them. */
export function fromSteps(written: LegacySteps): LegacyReading {
  return readSteps(written as unknown as Loose)
}

export function readSteps(written: Loose): LegacyReading {
  const notes: Notes = { found: [] }
  tellUnknown(written, ["legacy", "name", "description", "params", "steps", "gates"], { at: "", notes })
  const numbered = readNumbers(written, notes)
  if (numbered.length === 0) {
    const message = "there are no numbered steps"
    addNote(notes, "legacy.bad-value", { at: "steps", message, fix: "write steps as 1: { title: …, actions: [ … ] }" })
    return { problems: notes.found }
  }
  tellLinear(numbered, notes)
  const book: Book = { numbered, notes }
  const steps = numbered.map((one) => (one.isGate ? readNumberedGate(one, book) : readNumberedStep(one, book)))
  const workflow = {
    name: toLooseText(written["name"]) ?? "",
    description: toLooseText(written["description"]) ?? "",
    params: readLegacyParams(written["params"], notes),
    start: steps[0]?.id ?? "",
    steps: capLoops(closeLoops(steps, book), locateStep, notes),
  }
  return { workflow, problems: notes.found }
}

interface Numbered {
  readonly number: number
  readonly at: string
  readonly isGate: boolean
  readonly map: Loose
}

interface Book {
  readonly numbered: readonly Numbered[]
  readonly notes: Notes
}

function readNumbers(written: Loose, notes: Notes): readonly Numbered[] {
  const read = (key: "steps" | "gates") =>
    Object.entries(toLooseMap(written[key]) ?? {}).flatMap(([name, value]): readonly Numbered[] => {
      const map = toLooseMap(value)
      const at = `${key}.${name}`
      if (/^\d{1,4}$/.test(name) && map !== undefined)
        return [{ number: Number(name), at, isGate: key === "gates", map }]
      const message = map === undefined ? `${at} is not a map` : `"${name}" is not a step number`
      addNote(notes, "legacy.bad-value", { at, message, fix: "number the steps from 0 or 1" })
      return []
    })
  const gates = read("gates")
  const steps = read("steps").filter(({ number, at }) => {
    if (gates.every((gate) => gate.number !== number)) return true
    const message = `${number} is the number of a step and of a gate`
    addNote(notes, "legacy.bad-value", { at, message, fix: "give the gate its own number" })
    return false
  })
  return [...steps, ...gates].sort((a, b) => a.number - b.number)
}

/** Code decided which step followed which, and code is not converted. */
function tellLinear(numbered: readonly Numbered[], notes: Notes): void {
  const unrouted = numbered.filter(({ isGate, map }) => !isGate && map["routing"] === undefined)
  const [first] = unrouted
  if (first === undefined) return
  const message = `${unrouted.length} of ${numbered.length} steps have no routing: each leads to the one after it`
  const fix = "where code decided what follows, add routing, or write the workflow in the new format"
  addNote(notes, "legacy.linear", { at: first.at, message, fix })
}

const stepKeys = ["title", "actions", "phase", "routing", "dispatch"]

function readNumberedStep({ number, map, at }: Numbered, book: Book): Step {
  const { notes } = book
  tellUnknown(map, stepKeys, { at, notes })
  const title = toLooseText(map["title"])
  if (title === undefined)
    addNote(notes, "legacy.bad-value", { at, message: `${at} has no title`, fix: "add title: …" })
  const phase = toLooseText(map["phase"])
  const actions = readLegacyActions(map["actions"], `${at}.actions`, notes)
  const next = readNext({ number, map, at }, book)
  const every = { id: toStepId(number), title: title ?? toStepId(number), phase, actions }
  const dispatch = toLooseMap(map["dispatch"])
  if (dispatch === undefined) return { kind: "do", ...every, next }
  const asked = readLegacyAsk(dispatch, actions, { at: `${at}.dispatch`, notes })
  return { kind: "dispatch", ...every, ...asked, next: { fail: next.ok ?? END, ...next } }
}

function readNext({ number, map, at }: Pick<Numbered, "number" | "map" | "at">, book: Book): Next {
  const routing = map["routing"] ?? "linear"
  if (routing === "terminal") return { ok: END }
  const branch = toLooseMap(routing)
  if (branch !== undefined) {
    tellUnknown(branch, ["if_pass", "if_fail"], { at: `${at}.routing`, notes: book.notes })
    return {
      ok: readTarget(branch["if_pass"], `${at}.routing.if_pass`, book),
      fail: readTarget(branch["if_fail"], `${at}.routing.if_fail`, book),
    }
  }
  if (routing !== "linear") {
    const fix = "write linear, terminal or { if_pass: 4, if_fail: 2 }"
    addNote(book.notes, "legacy.bad-value", { at: `${at}.routing`, message: `routing is ${String(routing)}`, fix })
  }
  const following = book.numbered.find((other) => other.number > number)
  return { ok: following === undefined ? END : toStepId(following.number) }
}

function readTarget(value: unknown, at: string, book: Book): string {
  if (value === null || value === undefined) return END
  if (book.numbered.some(({ number }) => number === value)) return toStepId(Number(value))
  const fix = `there are ${book.numbered.map(({ number }) => number).join(", ")}`
  addNote(book.notes, "legacy.bad-value", { at, message: `there is no step ${String(value)}`, fix })
  return END
}

const gateKeys = ["qr_name", "title", "work_step", "pass_step", "pass_message", "self_fix", "fix_target"]

function readNumberedGate({ number, map, at }: Numbered, book: Book): GateStep {
  const { notes, numbered } = book
  tellUnknown(map, gateKeys, { at, notes })
  const name = toLooseText(map["qr_name"])
  if (name === undefined)
    addNote(notes, "legacy.bad-value", { at, message: `${at} has no qr_name`, fix: "add qr_name: …" })
  if (map["work_step"] === undefined)
    addNote(notes, "legacy.bad-value", {
      at,
      message: `${at} has no work_step`,
      fix: "name the step whose work is reviewed",
    })
  const review = numbered.findLast((other) => other.number < number && !other.isGate)
  if (review === undefined || review.number === map["work_step"])
    addNote(notes, "legacy.bad-value", {
      at,
      message: `no review comes before ${at}`,
      fix: "add a review just before it",
    })
  const work = readTarget(map["work_step"], `${at}.work_step`, book)
  const passMessage = toLooseText(map["pass_message"])
  const fixer = map["fix_target"] ?? undefined
  const loop = {
    work,
    review: toStepId(review?.number ?? number),
    limit: REVIEW_LIMIT,
    reverify: "fresh" as const,
    ...(map["self_fix"] === true ? { selfFix: true } : {}),
    ...(fixer === undefined ? {} : { fixTarget: readLegacyRole(fixer, `${at}.fix_target`, notes) }),
    passMessage,
  }
  const value = nameReport(number)
  return {
    kind: "gate",
    id: toStepId(number),
    title: toLooseText(map["title"]) ?? `Gate: ${name ?? "review"}`,
    actions: [],
    reads: [value],
    evidence: [{ kind: "review", of: value }],
    loop,
    next: { ok: readTarget(map["pass_step"], `${at}.pass_step`, book), fail: work },
  }
}

/** The step before a gate is its review, and the work step gets its findings. */
function closeLoops(steps: readonly Step[], { numbered, notes }: Book): readonly Step[] {
  return numbered.reduce((before, { number, isGate, map }) => {
    const gate = before.find(({ id }) => id === toStepId(number))
    if (!isGate || gate?.kind !== "gate" || gate.loop === undefined) return before
    const { work, review } = gate.loop
    const name = toLooseText(map["qr_name"]) ?? "review"
    return before.map((step) => {
      if (step.id === review && step.id !== work) return markReview(step, { name, number }, notes)
      return step.id === work ? fixing(step, nameReport(number)) : step
    })
  }, steps)
}

function markReview(step: Step, gate: { readonly name: string; readonly number: number }, notes: Notes): Step {
  const texts = step.actions.filter((action) => typeof action === "string")
  const isAsked = step.kind === "dispatch"
  const at = locateStep(step.id)
  if (!isAsked) {
    const message = `${step.id} is a review for a gate; an agent now does it, the quality reviewer`
    addNote(notes, "legacy.lost", { at, message, fix: "name the agent in dispatch" })
  }
  if (step.next.fail !== undefined && step.next.fail !== step.next.ok) {
    const message = `the gate after ${step.id} decides where it leads`
    addNote(notes, "legacy.lost", { at: `${at}.routing`, message, fix: "remove its routing" })
  }
  const asked: Pick<DispatchStep, "agent" | "prompt" | "workflow"> = isAsked
    ? step
    : { agent: "quality-reviewer", prompt: texts.join("\n\n") }
  const { id, title, phase, actions } = step
  return {
    kind: "dispatch",
    id,
    title,
    phase,
    actions: isAsked ? actions : actions.filter((action) => typeof action !== "string"),
    agent: asked.agent,
    prompt: asked.prompt,
    workflow: asked.workflow,
    review: gate.name,
    writes: [nameReport(gate.number)],
    next: { ok: toStepId(gate.number), fail: toStepId(gate.number) },
  }
}

function fixing(step: Step, value: string): Step {
  const settle: Action = `If a review found issues, settle every one of them: {{values.${value}}}`
  return { ...step, reads: [...(step.reads ?? []), `${value}?`], actions: [...step.actions, settle] }
}

const PREFIX = "step-"

function toStepId(number: number): string {
  return `${PREFIX}${number}`
}

function locateStep(id: string): string {
  return `steps.${id.slice(PREFIX.length)}`
}

function nameReport(gate: number): string {
  return `review-${gate}`
}
