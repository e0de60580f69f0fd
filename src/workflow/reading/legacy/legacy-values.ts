import { isMap } from "../../../text/is-map.ts"
import { findNearestNames } from "../../../text/find-nearest-names.ts"
import { workflowFileProblem } from "../../problems.ts"
import type { Action, Asked, Step } from "../../workflow.ts"
import type { Param } from "../../params.ts"
import { isRole, roles, type Role } from "../../roles.ts"
import type { LegacyProblem } from "./legacy-forms.ts"

/** The parsed input, before its form is checked. */
export type Loose = Readonly<Record<string, unknown>>

export interface Notes {
  readonly found: LegacyProblem[]
}

type LegacyCode = "legacy.bad-value" | "legacy.lost" | "legacy.linear"

export function addNote(notes: Notes, code: LegacyCode, told: { at: string; message: string; fix: string }): void {
  const { at, message, fix } = told
  notes.found.push({ ...workflowFileProblem(code, {}, { message, fix }), at })
}

export function toLooseMap(value: unknown): Loose | undefined {
  return isMap(value) ? (value as Loose) : undefined
}

export function toLooseText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}

/** Keys that the older format does not have are dropped, with a problem. */
export function tellUnknown(map: Loose, known: readonly string[], told: { at: string; notes: Notes }): void {
  for (const key of Object.keys(map)) {
    if (known.includes(key)) continue
    const near = findNearestNames(key, known)[0]
    const fix = near === undefined ? `this format has ${known.join(", ")}` : `did you mean ${near}?`
    addNote(told.notes, "legacy.lost", { at: `${told.at}.${key}`, message: `"${key}" is not converted`, fix })
  }
}

export function readLegacyActions(value: unknown, at: string, notes: Notes): readonly Action[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    addNote(notes, "legacy.bad-value", {
      at,
      message: "actions is not a list",
      fix: "write actions as a list of texts",
    })
    return []
  }
  return value.flatMap((action: unknown, nth): readonly Action[] => {
    if (typeof action === "string") return action.trim() === "" ? [] : [action]
    if (typeof toLooseMap(action)?.["kind"] === "string") return [action as Action]
    const message = "this action is neither text nor a block"
    addNote(notes, "legacy.bad-value", { at: `${at}.${nth}`, message, fix: "write it as text" })
    return []
  })
}

/** `developer`, and as it was spelled: `DEVELOPER`, `QUALITY_REVIEWER`. */
export function readLegacyRole(value: unknown, at: string, notes: Notes): Role {
  const text = String(value ?? "")
    .replace(/^AgentRole\./, "")
    .toLowerCase()
    .replaceAll("_", "-")
  if (isRole(text)) return text
  const names = Object.keys(roles)
  const near = findNearestNames(text, names)[0]
  const fix = near === undefined ? `use ${names.join(", ")}` : `did you mean ${near}?`
  addNote(notes, "legacy.bad-value", { at, message: `there is no role "${String(value)}"`, fix })
  return "general-purpose"
}

const dispatchKeys = ["agent", "script", "total_steps", "context_vars", "free_form"]

/** A script becomes the workflow of its name; without one, or free-form, the step's own actions are the prompt. */
export function readLegacyAsk(written: Loose, actions: readonly Action[], told: { at: string; notes: Notes }): Asked {
  tellUnknown(written, dispatchKeys, told)
  const agent = readLegacyRole(written["agent"], `${told.at}.agent`, told.notes)
  const script = toLooseText(written["script"])
  const context = Object.entries(toLooseMap(written["context_vars"]) ?? {}).map(
    ([name, about]) => `- ${name}: ${String(about)}`,
  )
  const isScript = script !== undefined && written["free_form"] !== true
  const texts = actions.filter((action) => typeof action === "string")
  const prompt = [...(isScript ? [] : texts), ...(context.length === 0 ? [] : [context.join("\n")])].join("\n\n")
  return {
    agent,
    ...(prompt === "" ? {} : { prompt }),
    ...(isScript ? { workflow: toWorkflowName(script) } : {}),
  }
}

/** `planner/scripts/qr/plan_completeness.py` is the workflow `plan-completeness`. */
function toWorkflowName(script: string): string {
  const file = script.slice(Math.max(script.lastIndexOf("/"), script.lastIndexOf("\\")) + 1)
  return file.replace(/\.\w+$/, "").replaceAll("_", "-")
}

const argKeys = ["description", "default", "required", "min", "max", "choices"]

export function readLegacyParams(value: unknown, notes: Notes): readonly Param[] {
  return Object.entries(toLooseMap(value) ?? {}).map(([name, written]): Param => {
    const arg = toLooseMap(written) ?? {}
    tellUnknown(arg, argKeys, { at: `params.${name}`, notes })
    const isNumber = [arg["default"], arg["min"], arg["max"]].some((bound) => typeof bound === "number")
    const preset = arg["default"]
    const choices = Array.isArray(arg["choices"]) ? arg["choices"].filter(isPlain) : undefined
    return {
      name,
      type: isNumber ? "number" : typeof preset === "boolean" ? "boolean" : "text",
      about: toLooseText(arg["description"]) ?? name,
      ...(isPlain(preset) ? { default: preset } : {}),
      ...(arg["required"] === true ? { required: true } : {}),
      ...(typeof arg["min"] === "number" ? { min: arg["min"] } : {}),
      ...(typeof arg["max"] === "number" ? { max: arg["max"] } : {}),
      choices,
    }
  })
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
}

const ROUNDS = 5

/** The older formats do not limit loops; here every loop gets a cap. */
export function capLoops(steps: readonly Step[], locateStep: (id: string) => string, notes: Notes): readonly Step[] {
  const order = new Map(steps.map(({ id }, at) => [id, at]))
  const back = new Set(
    steps.flatMap((step, at) => {
      const ways = Object.values(step.next).filter((to) => to !== undefined && (order.get(to) ?? steps.length) <= at)
      return step.kind === "gate" && step.loop !== undefined ? ways.filter((to) => to !== step.loop?.work) : ways
    }),
  )
  return steps.map((step) => {
    if (!back.has(step.id)) return step
    const message = `nothing limited how often "${step.id}" is repeated; it is now entered at most ${ROUNDS} times`
    addNote(notes, "legacy.lost", { at: locateStep(step.id), message, fix: "write the workflow in the new format" })
    return { ...step, maxRounds: ROUNDS }
  })
}
