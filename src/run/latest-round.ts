import type { Run } from "./model.ts"

/** Of a step that anybody may have named: 1 where the run was never there. */
export function latestRound({ rounds }: Pick<Run, "rounds">, step: string): number {
  return (Object.hasOwn(rounds, step) ? rounds[step] : undefined) ?? 1
}
