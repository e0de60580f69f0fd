import { findNearestNames } from "../../text/find-nearest-names.ts"
import type { FileProblem, Wording } from "../../problem/problem.ts"
import { workflowFileProblem, type WorkflowProblemCode } from "../problems.ts"

/** Something wrong with a workflow, and where: the reader of the file knows the line. */
export interface WorkflowProblem extends FileProblem, WorkflowPlace {}

export interface WorkflowPlace {
  /** The id of the step. Without it the problem is in the workflow itself. */
  readonly step?: string
  /** A path into the step or the workflow: `next.ok`, `evidence.0.of`, `params.count.max`. */
  readonly field?: string
}

export function workflowProblem(code: WorkflowProblemCode, place: WorkflowPlace, wording: Wording): WorkflowProblem {
  return { ...workflowFileProblem(code, {}, wording), ...place }
}

/** What to write instead of an unknown name. */
export function fixForName(wanted: string, known: Iterable<string>, otherwise: string): string {
  const near = findNearestNames(wanted, known)
  return near.length > 0 ? `did you mean ${joinWithOr(near)}?` : otherwise
}

export function joinWithOr(names: readonly string[]): string {
  return joined(names, "or")
}

export function joinWithAnd(names: readonly string[]): string {
  return joined(names, "and")
}

function joined(names: readonly string[], word: string): string {
  if (names.length < 2) return names.join("")
  return `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`
}
