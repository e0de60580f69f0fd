import type { Param } from "../params.ts"

/** The other workflows there are. */
export interface KnownWorkflows {
  readonly workflows: ReadonlySet<string>
  /** What one of them takes; without it only its name is checked. */
  readonly paramsOf?: (workflow: string) => readonly Param[] | undefined
}
