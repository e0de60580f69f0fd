export interface GatheredCalls {
  /** Requests the action: it runs once for all requests. */
  call(): void
  /** Waits for the action if it is running; does not start it again. */
  close(): Promise<void>
}

/**
 * Runs an action for many calls at once: when they have been quiet for a while, at the latest after some time, and
 * never twice at the same time. A call during the action leads to another.
 */
export function gatherCalls(
  act: () => Promise<void>,
  pace: { readonly quiet: number; readonly most: number },
): GatheredCalls {
  let timer: NodeJS.Timeout | undefined
  let since: number | undefined
  let running: Promise<void> | undefined
  let closed = false

  function call(): void {
    if (closed) return
    const now = performance.now()
    since ??= now
    clearTimeout(timer)
    timer = running === undefined ? setTimeout(run, Math.min(pace.quiet, since + pace.most - now)) : undefined
  }

  function run(): void {
    since = undefined
    running = act().finally(() => {
      running = undefined
      if (since !== undefined) call()
    })
  }

  return {
    call,
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
