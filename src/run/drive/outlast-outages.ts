import { SkilletError } from "../../problem/failure.ts"

export interface Outages {
  readonly run: string
  readonly told?: ((sentence: string) => void) | undefined
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

const [SHORTEST, LONGEST] = [500, 10_000]
/** How long to wait for a server that cannot be reached. */
const PATIENCE = 5 * 60_000

/**
 * Does something that only reads a store, and tries again while the store cannot be reached: workers go on when it is
 * back, so a command that waits for them should do so as well. `act` calls `seen` whenever it has reached the store.
 */
export async function outlastOutages<Result>(
  { run, told, sleep, signal }: Outages,
  act: (seen: () => void) => Promise<Result>,
): Promise<Result> {
  let [waited, pause] = [0, SHORTEST]
  const seen = (): void => {
    waited = 0
    pause = SHORTEST
  }
  for (;;) {
    try {
      return await act(seen)
    } catch (error) {
      if (!(error instanceof SkilletError) || error.retry !== "later" || signal.aborted) throw error
      if (waited >= PATIENCE) throw makeGivenUpError(error, run)
      if (waited === 0) told?.(`${error.message}; waiting for it`)
      await sleep(pause, signal)
      waited += pause
      pause = Math.min(LONGEST, 2 * pause)
    }
  }
}

function makeGivenUpError(error: SkilletError, run: string): SkilletError {
  const next = `when it is back, skillet run drive ${run} --agent workers waits for the workers again`
  return new SkilletError(error.code, error.message, { retry: "later", next, cause: error })
}
