import type { Budget, RunPermissions } from "../run/model.ts"
import type { Route } from "./choice/choose-composite-skill.ts"
import type { Thought } from "./composite.ts"
import { DEFAULT_MEMORY } from "./composite-workflow.ts"
import { noRequestError, otherRequestError } from "./job-errors.ts"

export interface JobRequest {
  /** May be empty if a reasoning session is given that has it. */
  readonly query: string
  readonly skill?: string | undefined
  readonly route?: Route | undefined
  /** The memory directory, relative to the project's top directory. */
  readonly memory?: string | undefined
  /** Flags that are set for optional phases. */
  readonly flags?: readonly string[] | undefined
  readonly budget?: Budget | undefined
  readonly permissions?: RunPermissions | undefined
  /** The request is thought through first: if a skill must be chosen, before that. */
  readonly reason?: boolean | undefined
  /** The job that thought the request through, or the id of a session elsewhere. */
  readonly reasoningSession?: string | undefined
}

/** What is asked for: what was said now, and otherwise what the reasoning was asked for. */
export function takeOverRequest(
  given: JobRequest,
  reasoning: { readonly thought: Thought; readonly asked?: Partial<JobRequest> | undefined } | undefined,
): JobRequest & { readonly memory: string } {
  const before = reasoning?.asked
  const query = given.query === "" ? (before?.query ?? "") : given.query
  if (query === "") throw noRequestError(reasoning?.thought.session ?? "")
  if (before !== undefined && query !== before.query) throw otherRequestError(reasoning?.thought.session ?? "")
  const { rules = [], grants = [] } = given.permissions ?? {}
  return {
    ...given,
    query,
    memory: given.memory ?? before?.memory ?? DEFAULT_MEMORY,
    route: given.route ?? before?.route,
    flags: given.flags ?? before?.flags,
    budget: hasCeiling(given.budget) ? given.budget : before?.budget,
    permissions: rules.length + grants.length > 0 ? given.permissions : (before?.permissions ?? given.permissions),
  }
}

function hasCeiling(budget: Budget | undefined): boolean {
  return Object.values(budget ?? {}).some((one) => one !== undefined)
}
