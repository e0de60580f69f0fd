/** What is known about dispatches that are open and that no worker works on. */
export interface Untaken {
  /** How many workers of the project there are; undefined if they cannot be counted. */
  readonly workers: number | undefined
  /** Why workers could not handle their messages. */
  readonly refusals: readonly string[]
}

/** Why the runs do not go on; undefined if all that is known is that workers have other work. */
export function describeUntaken({ workers, refusals }: Untaken): string | undefined {
  const [why, ...more] = [...new Set(refusals)]
  if (why !== undefined) {
    const others = more.length === 0 ? "" : ` (and for ${more.length} other reasons)`
    return `workers do not take what is open: ${why}${others}; skillet run dead lists what they gave up`
  }
  if (workers === 0) return "this project has no worker: start skillet worker in a clone of it, on any machine"
  if (workers === undefined)
    return "no worker has taken what is open so far: skillet worker has to run in a clone of this project"
  return undefined
}
