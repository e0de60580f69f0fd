import { END, isOutcome, type Next, type Outcome, outcomes } from "../../outcome.ts"
import type { Computed, ComputeStep, Inputs, Step } from "../../workflow.ts"
import type { LegacyHandler, LegacyReading, LegacyResult, LegacyWorkflow } from "./legacy-forms.ts"
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
  tellUnknown,
} from "./legacy-values.ts"

/** Steps with ids and transitions. A handler in code becomes a computed step after the one that is done. */
export function fromStepDefs(written: LegacyWorkflow): LegacyReading {
  return readStepDefs(written as unknown as Loose)
}

export function readStepDefs(written: Loose): LegacyReading {
  const notes: Notes = { found: [] }
  tellUnknown(written, ["legacy", "name", "description", "params", "entry_point", "steps"], { at: "", notes })
  const list: readonly unknown[] = Array.isArray(written["steps"]) ? written["steps"] : []
  if (list.length === 0) {
    const fix = "write steps as a list of { id, title, actions, next }"
    addNote(notes, "legacy.bad-value", { at: "steps", message: "there is no list of steps", fix })
    return { problems: notes.found }
  }
  const steps = list.flatMap((step, at) => readSteps(toLooseMap(step), `steps.${at}`, notes))
  const locateStep = (id: string) => {
    const written = list.findIndex((step) => toLooseMap(step)?.["id"] === id.replace(/-decide$/, ""))
    return `steps.${Math.max(written, 0)}`
  }
  const workflow = {
    name: toLooseText(written["name"]) ?? "",
    description: toLooseText(written["description"]) ?? "",
    params: readLegacyParams(written["params"], notes),
    start: toLooseText(written["entry_point"]) ?? steps[0]?.id ?? "",
    steps: capLoops(steps, locateStep, notes),
  }
  return { workflow, problems: notes.found }
}

const stepKeys = ["id", "title", "actions", "phase", "handler", "next", "on_error"]

function readSteps(map: Loose | undefined, at: string, notes: Notes): readonly Step[] {
  const id = toLooseText(map?.["id"])
  const title = toLooseText(map?.["title"])
  if (map === undefined || id === undefined || title === undefined) {
    addNote(notes, "legacy.bad-value", { at, message: "a step needs id and title", fix: "add id: … and title: …" })
    return []
  }
  tellUnknown(map, stepKeys, { at, notes })
  const phase = toLooseText(map["phase"])
  const onError = toLooseText(map["on_error"])
  const extra = { phase, onError }
  const actions = readLegacyActions(map["actions"], `${at}.actions`, notes)
  const next = readNext(map["next"], `${at}.next`, notes)
  const { handler } = map
  if (typeof handler === "function") {
    const decide = decision(id, handler as LegacyHandler)
    const computed = { kind: "compute" as const, title, actions: [], ...extra, ...decide, next }
    if (actions.length === 0) return [{ ...computed, id }]
    return [
      { kind: "do", id, title, actions, ...extra, next: { ok: `${id}-decide` } },
      { ...computed, id: `${id}-decide` },
    ]
  }
  const dispatch = toLooseMap(handler)
  if (dispatch !== undefined) {
    const asked = readLegacyAsk(dispatch, actions, { at: `${at}.handler`, notes })
    return [{ kind: "dispatch", id, title, actions, ...extra, ...asked, next }]
  }
  if (handler !== undefined && handler !== null) {
    const message = `the handler of "${id}" is code and cannot be converted; the agent that drives the run reports the outcome`
    addNote(notes, "legacy.lost", { at: `${at}.handler`, message, fix: "write a compute step with a table" })
  }
  return [{ kind: "do", id, title, actions, ...extra, next }]
}

function readNext(value: unknown, at: string, notes: Notes): Next {
  const ways = Object.entries(toLooseMap(value) ?? {}).flatMap(([key, to]): readonly (readonly [string, string])[] => {
    const outcome = key.replace(/^Outcome\./, "").toLowerCase()
    if (isOutcome(outcome) || outcome === "default") return [[outcome, to === null ? END : String(to)]]
    const fix = `use ${[...outcomes, "default"].join(", ").toUpperCase()}`
    addNote(notes, "legacy.bad-value", { at: `${at}.${key}`, message: `there is no outcome "${key}"`, fix })
    return []
  })
  if (ways.length === 0)
    addNote(notes, "legacy.bad-value", {
      at,
      message: `${at} leads nowhere`,
      fix: "write next as { OK: step or null }",
    })
  return Object.fromEntries(ways)
}

/** The state of handlers is one value: an object to which each adds. */
const STATE = "state"

function decision(id: string, handler: LegacyHandler): Pick<ComputeStep, "reads" | "writes" | "compute"> {
  // A function counts by its name in the hash of a workflow, so it is named after what it decides.
  const name = `${id} ${handler.name}`
  const named = {
    [name]: (inputs: Inputs): Computed => {
      const state = toLooseMap(inputs.values[STATE]) ?? {}
      const [outcome, delta] = readResult(handler({ step_id: id, workflow_params: inputs.params, step_state: state }))
      return { outcome, values: { [STATE]: { ...state, ...delta } } }
    },
  }
  const compute = named[name]
  if (compute === undefined) throw new Error("a computed key was lost")
  return { reads: [`${STATE}?`], writes: [STATE], compute }
}

function readResult(result: LegacyResult): readonly [Outcome, Readonly<Record<string, unknown>>] {
  const [outcome, delta] = typeof result === "string" ? [result, {}] : result
  const lower = outcome.toLowerCase()
  if (!isOutcome(lower)) throw new Error(`a handler said "${outcome}", which is not an outcome`)
  return [lower, delta]
}
