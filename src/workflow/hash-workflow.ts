import { sha256 } from "../text/sha256.ts"
import type { Step, Workflow } from "./workflow.ts"

/** What a run is pinned to. The order of keys does not count; a function counts by its name. */
export function hashWorkflow(workflow: Workflow): string {
  return sha256(toCanonicalJson(workflow))
}

/** A workflow as it is stored: its hash is the hash of this text, unless it has functions, which cannot be stored. */
export function serialiseWorkflow(workflow: Workflow): string {
  return toCanonicalJson(JSON.parse(JSON.stringify(workflow)))
}

/** Two versions of a step with the same hash do the same thing. */
export function hashStep(step: Step, resources: Workflow["resources"] = {}): string {
  const used = step.actions.flatMap((action) =>
    typeof action === "object" && action.kind === "resource" ? [resources[action.name] ?? ""] : [],
  )
  const { next: _next, onError: _onError, cheaper: _cheaper, maxRounds: _maxRounds, ...what } = step
  return sha256(toCanonicalJson([what, used]))
}

export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) => {
    if (typeof held === "function") return `function ${held.name}`
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held
    return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  })
}
