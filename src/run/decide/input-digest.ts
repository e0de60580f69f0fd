import { sha256 } from "../../text/sha256.ts"
import { canonicalJson, hashStep } from "../../workflow/hash-workflow.ts"
import type { Step, Workflow } from "../../workflow/workflow.ts"
import type { ValueSource } from "../model.ts"

/**
 * Everything a visit depends on, as one digest: the same step, parameters and inputs in the same round. An answer to one is
 * an answer to the other.
 */
export function inputDigest(
  workflow: Workflow,
  step: Step,
  given: { readonly params: string; readonly inputs: Readonly<Record<string, ValueSource>>; readonly round: number },
): string {
  const inputs = Object.entries(given.inputs).map(([name, { digest }]) => [name, digest])
  return sha256(canonicalJson([stepHash(workflow, step), given.params, inputs.sort(byName), given.round]))
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
