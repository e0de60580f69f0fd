import type { Inputs, Step, Workflow } from "../../../workflow/workflow.ts"
import type { LoopState, Run, ValueSource } from "../../model.ts"
import { sha256 } from "../../../text/sha256.ts"
import { hashStep } from "../../../workflow/hash-workflow.ts"

/** What placeholders in texts and conditions in tables can refer to. */
export function buildScope(run: Pick<Run, "id" | "params">, how: ScopeFacts): Readonly<Record<string, unknown>> {
  return {
    params: parseRunParams(run),
    values: how.values,
    run: { id: run.id, round: how.round, again: writeAttempt(how.round), because: how.because ?? "" },
    loop: { iteration: how.loop?.iteration ?? 1, status: how.loop?.status ?? "none" },
    item: how.item,
  }
}

/** The part of a name that tells a later attempt from the first, which has none. */
export function writeAttempt(round: number): string {
  return round > 1 ? `.attempt-${round}` : ""
}

export interface ScopeFacts {
  readonly values: Readonly<Record<string, unknown>>
  readonly round: number
  /** Why the previous gate sent the run here. */
  readonly because?: string | undefined
  readonly loop?: LoopState | undefined
  readonly item?: Readonly<Record<string, unknown>>
}

export function parseRunParams(run: Pick<Run, "params">): Inputs["params"] {
  return JSON.parse(run.params) as Inputs["params"]
}

/**
 * Everything a visit depends on, as one digest: the same step, parameters and inputs in the same round. If two visits
 * have the same digest, an answer to one is an answer to the other.
 */
export function digestInputs(
  workflow: Workflow,
  step: Step,
  given: { readonly params: string; readonly inputs: Readonly<Record<string, ValueSource>>; readonly round: number },
): string {
  const inputs = Object.entries(given.inputs).map(([name, { digest }]) => [name, digest])
  return sha256(JSON.stringify([stepHash(workflow, step), given.params, inputs.sort(byName), given.round]))
}

function byName([a = ""]: readonly string[], [b = ""]: readonly string[]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const hashes = new WeakMap<Step, string>()

/** A step does not change, so it is hashed once. */
function stepHash(workflow: Workflow, step: Step): string {
  const already = hashes.get(step)
  if (already !== undefined) return already
  const made = hashStep(step, workflow.resources)
  hashes.set(step, made)
  return made
}
